/** Keys that a program mints for the programs that it starts. Fields are those of `POST /api/keys`. */
import type { JsonObject } from '../../kernel/json/json.ts'

/** What is left out is as the client's key has it. Amounts are decimal USDC. No field can be wider. */
export type KeyToMint = {
  /** By which people recognise the key. */
  name: string
  scopes?: ('read' | 'run' | 'write' | 'publish')[]
  skill_sets?: string[]
  skills?: string[]
  /** The most that one call may cost. */
  max_price?: string
  /** A call that could cost more waits until a person confirms it. */
  confirm_above?: string
  total?: string
  daily_cap?: string
  max_runs?: number
  /** By default a day, at most as long as the client's key. */
  expires_in_seconds?: number
}

export type RemoteKey = {
  id: string
  /** Null for the client's own key. */
  parent_id: string | null
  name: string
  prefix: string
  scopes: string[]
  skill_sets: string[]
  skills: string[]
  max_price: string | null
  confirm_above: string | null
  total: string | null
  daily_cap: string | null
  max_runs: number | null
  /** Reserved or charged, and the number of calls, with those of the keys minted from it. */
  spent: string
  runs: number
  created_at: string
  expires_at: string | null
}

export type Keys = {
  /** Mints a key that can do at most what the client's key can. Its secret is in this answer only. */
  mint(key: KeyToMint): Promise<RemoteKey & { key: string }>
  /** The client's own key, and the keys minted from it. */
  list(): Promise<RemoteKey[]>
  /** Revokes a minted key, and the keys minted from it. */
  revoke(id: string): Promise<void>
}

/** Returns whether an answer of the server is a key, or a list of them. */
export function isKeyAnswer(body: JsonObject): boolean {
  return typeof body.id === 'string' || Array.isArray(body.keys)
}
