/**
 * Takes out of a line for the log what opens something, whoever's it is, by how it looks: nobody here knows it. A line of JSON
 * stays one. Ground.
 *
 * Beside `redact.ts`, which looks for secrets that are known. Source: specification "Execution", Config and secrets, Redaction.
 */

// biome-ignore format: a table reads in rows
const SHAPES: readonly [RegExp, string][] = [
  // API keys, and tokens of connected programs.
  [/\bgh_[\w-]{16,}/g,                                               'gh_[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi,                            '$1 [redacted]'],
  // A session.
  [/((?:__Secure-|__Host-)?next-auth\.session-token(?:\.\d+)?=)[^;\s"\\]+/g, '$1[redacted]'],
  // "postgres://me:password@host": nothing before the last @ of the place is part of the host.
  // Each part has an end, so that no line, however long, is looked through from every letter on.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/"'\\]{0,200}:)[^\s/"'\\]{1,500}@/gi, '$1[redacted]@'],
]

export function withoutKeys(text: string): string {
  return SHAPES.reduce((left, [shape, instead]) => left.replace(shape, instead), text)
}
