/**
 * The browser's own engine for patterns: RE2 would take 45 KiB. A pattern that takes long delays its frame only, and the
 * server decides with RE2. Replaces `#re2`.
 */
import type { Re2 } from '#lib/json-schema/regex/re2.ts'

export function compileRe2(_pattern: string, ecma: string): Re2 {
  const native = compile(ecma)
  return { test: (text) => native.test(text), programSize: () => 0 }
}

export function pendingRe2(): undefined {}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
