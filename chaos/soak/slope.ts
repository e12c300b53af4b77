/** How much something grows with each call: the line that fits the points best, by the least squares. */
export function slopeOf(points: readonly { readonly at: number; readonly value: number }[]): number {
  const mean = (pick: (point: { at: number; value: number }) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / Math.max(1, points.length);
  const at = mean((point) => point.at);
  const value = mean((point) => point.value);
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  if (spread === 0) return 0;
  return points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0) / spread;
}
