/** Names the entries that the layers of one chain make; layers that happen to use the same name have entries of their own. */
export function layerEntries(place: string, kind: string): (layer: number, name: string) => string {
  const layersByName = new Map<string, number[]>();
  return (layer, name) => {
    const layers = layersByName.get(name) ?? [];
    if (!layers.includes(layer)) layersByName.set(name, [...layers, layer]);
    const nth = (layersByName.get(name) ?? []).indexOf(layer);
    // The number before the name, which may be any text: no two of them make the same entry.
    return `${place}/${kind}${nth === 0 ? '' : nth + 1}/${name}`;
  };
}
