/** "a, b or c": words in a row, as people say them; "" for none. Ground; also in the browser. */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}` : (words[0] ?? '')
}
