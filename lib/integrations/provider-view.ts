import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { listProviderRows, type ProviderRow } from './rows/provider-rows.ts'

/** Visible to everyone. */
export type ProviderView = {
  slug: string
  name: string
  description: string
  docsUrl: string | null
  kind: 'api_key' | 'oauth2'
  /** The hosts that get the credential. */
  hosts: string[]
  sentAs: 'bearer' | 'header' | 'query'
  sentName: string | null
  scopes: string[]
  isDisabled: boolean
}

export function toProviderView(row: ProviderRow): ProviderView {
  const { slug, name, description, docsUrl, hosts, sentName, scopes } = row
  return {
    ...{ slug, name, description, docsUrl, hosts, sentName, scopes },
    kind: row.kind as ProviderView['kind'],
    sentAs: row.sentAs as ProviderView['sentAs'],
    isDisabled: row.disabledAt !== null,
  }
}

/** Sorts by name. `slugs` may be disabled; unknown ones are left out. */
export async function listProviders(
  { db }: { db: Database | Tx },
  slugs?: readonly string[],
): Promise<ProviderView[]> {
  if (slugs?.length === 0) return []
  const all = (await listProviderRows(db, slugs)).map(toProviderView)
  return slugs ? all : all.filter(({ isDisabled }) => !isDisabled)
}
