import type { ConnectionRow } from './rows/connection-rows.ts'
import type { ProviderRow } from './rows/provider-rows.ts'

/**
 * `broken`: the provider refuses the credential. `expired`: it cannot be renewed. `rejected`: the provider answered 401 to
 * a key; runs still use it.
 */
type ConnectionState = 'connected' | 'expired' | 'broken' | 'rejected'

export type AccountConnection = {
  id: string
  label: string
  /** The end of an API key, for owners and admins. */
  hint?: string
  state: ConnectionState
  /** Null if it does not expire or is renewed. */
  expiresAtMs: number | null
  connectedAtMs: number
  /** Requested by the provider's settings, but not granted. */
  missingScopes: string[]
}

export function connectionState({
  brokenAt,
  expiresAt,
  canRefresh,
  rejectedAt,
}: Pick<ConnectionRow, 'brokenAt' | 'expiresAt' | 'canRefresh' | 'rejectedAt'>): ConnectionState {
  if (brokenAt) return 'broken'
  if (expiresAt && expiresAt <= new Date() && !canRefresh) return 'expired'
  return rejectedAt ? 'rejected' : 'connected'
}

export function toAccountConnection(
  row: ConnectionRow,
  { scopes }: Pick<ProviderRow, 'scopes'>,
  { withHint }: { withHint: boolean },
): AccountConnection {
  const { id, label, hint, expiresAt, canRefresh, connectedAt } = row
  return {
    id,
    label,
    ...(withHint && hint && { hint }),
    state: connectionState(row),
    expiresAtMs: expiresAt && !canRefresh ? expiresAt.getTime() : null,
    connectedAtMs: connectedAt.getTime(),
    missingScopes: scopes.filter((scope) => !row.scopes.includes(scope)),
  }
}
