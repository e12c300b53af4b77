/** How deeply a JSON text is nested, told without making anything of it; what is no JSON gets some number. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isString && sign === '\\') index += 1;
    else if (sign === '"') isString = !isString;
    else if (!isString && (sign === '[' || sign === '{')) deepest = Math.max(deepest, (depth += 1));
    else if (!isString && (sign === ']' || sign === '}')) depth -= 1;
  }
  return deepest;
}
