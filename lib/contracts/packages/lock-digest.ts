import { digestOf } from '../../kernel/json/digest-of.ts'
import type { DependencyLock } from './dependencies.ts'

/** Returns the SHA-256 of the lock, which pages and receipts show. Apart from the lock, because browsers have no `node:crypto`. */
export function lockDigest(lock: DependencyLock): string {
  return digestOf(lock)
}
