import { digestOf } from '../../kernel/json/digest-of.ts'
import type { DependencyLock } from './dependencies.ts'

/** SHA-256 of the lock, which pages and receipts show. */
export function lockDigest(lock: DependencyLock): string {
  return digestOf(lock)
}
