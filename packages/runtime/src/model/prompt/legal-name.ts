const legal = /^[\w-]{1,64}$/;

/**
 * A tool name or call id that every provider takes back. A model may have invented one that its provider then refuses for
 * ever; unlike ones stay unlike, so that each result still finds its call.
 */
export function legalName(name: string): string {
  if (legal.test(name)) return name;
  const digest = Bun.SHA256.hash(name, 'hex').slice(0, 8);
  return `${name.replace(/[^\w-]/g, '_').slice(0, 55)}_${digest}`;
}
