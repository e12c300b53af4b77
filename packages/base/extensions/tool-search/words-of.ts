const eastern = '\\p{Script=Hangul}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const runs = new RegExp(`[${eastern}]+|[[\\p{L}\\p{N}]--[${eastern}]]+`, 'gv');
const startsEastern = new RegExp(`^[${eastern}]`, 'u');

/**
 * The words of a text, as they are compared: lower case, `camelCase` and `snake_case` taken apart, without common English endings.
 * Korean, Chinese and Japanese come as pairs of characters: 날씨를 and 날씨 have 날씨 in common.
 */
export function wordsOf(text: string): string[] {
  const apart = text.normalize('NFC').replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
  return (apart.toLowerCase().match(runs) ?? []).flatMap((run) =>
    startsEastern.test(run) ? pairsOf(run) : [stem(run)],
  );
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function stem(word: string): string {
  const singular = withoutPlural(word);
  if (singular.length > 5 && singular.endsWith('ing')) return singular.slice(0, -3);
  return singular.length > 4 && singular.endsWith('ed') ? singular.slice(0, -2) : singular;
}

function withoutPlural(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
