/** A key that must not be found anywhere, with letters that are written differently in different places. */
export const testKey = 'sk-test-군단-0123456789"\\abc';
