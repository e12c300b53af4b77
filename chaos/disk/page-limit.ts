/** The module of an extension that plays a full disk where none can be mounted: while the file is there, databases get no page more. */
export function pageLimit(mark: string): string {
  return `
    import { Database } from 'bun:sqlite';
    import { existsSync } from 'node:fs';
    const databases = new Set();
    const { query } = Database.prototype;
    export function register() {
      Database.prototype.query = function (...args) { databases.add(this); return query.apply(this, args); };
      let isFull = false;
      setInterval(() => {
        if (existsSync(${JSON.stringify(mark)}) === isFull) return;
        isFull = !isFull;
        for (const one of databases)
          try { query.call(one, 'PRAGMA max_page_count = ' + (isFull ? 1 : 1_000_000)).values(); } catch { databases.delete(one); }
      }, 5).unref();
    }
  `;
}
