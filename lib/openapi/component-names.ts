import { createHash } from 'node:crypto'

const MAX_CHARS = 100

/**
 * Generators turn names into identifiers ("a__b.Input" and "a_b.Input" both become ABInput), so names that
 * differ only in case and punctuation count as equal, and the later one gets a hash of `identity`.
 */
export function componentNames(reserved: readonly string[]): (wanted: string, identity: string) => string {
  const used = new Set(reserved.map(fold))
  return (wanted, identity) => {
    const plain = wanted.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(0, MAX_CHARS)
    const isFree = plain === wanted && !used.has(fold(plain))
    const name = isFree ? plain : `${plain}_${hash(identity)}`
    used.add(fold(name))
    return name
  }
}

function fold(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
