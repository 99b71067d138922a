/** Looking a stranger's word up in a table of ours. Ground; also in the browser. */

/** What the table says of `key`; undefined for words it does not list, "constructor" and "__proto__" among them. */
export function ownEntry<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
