/** What a look at one part of the surroundings came to. */
export interface DoctorFinding {
  /** What was looked at. */
  readonly name: string;
  /** `warn`: it works, with less; `fail`: something will not work. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it; only where something is to be done. */
  readonly fix?: string;
}

/** Looks at one part of the surroundings; several findings where there are several of its kind. */
export type Look = () => Promise<readonly DoctorFinding[]>;
