/** The value below which `part` (0 to 1) of the values lie, by linear interpolation; NaN for none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value; NaN for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A point of a line. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The slope of the least-squares line through the points; NaN for fewer than two. */
export function slope(points: readonly Point[]): number {
  const meanX = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const meanY = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const covariance = points.reduce((sum, point) => sum + (point.x - meanX) * (point.y - meanY), 0);
  const variance = points.reduce((sum, point) => sum + (point.x - meanX) ** 2, 0);
  return covariance / variance;
}
