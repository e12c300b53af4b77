/** How long the headers of a refusal ask to wait, in milliseconds. */
export function retryAfterOf(headers: unknown, now: number): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const entries: [string, unknown][] = Object.entries(headers);
  const valueOf = (name: string): string => {
    const value = entries.find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof value === 'string' ? value : '';
  };
  const milliseconds = numberOf(valueOf('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = valueOf('retry-after');
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
