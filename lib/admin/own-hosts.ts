/** Hosts in the operator's own network that skills of an organisation can reach; `runs/perform/own-network.ts` uses the list. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin, requirePerson } from '../context/context.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { isOwnNetworkAddress, MAX_HOST_CHARS } from '../kernel/network/destination.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { findOrganisation } from '../organisations/rows/organisations.ts'
import { findHandleOwner } from '../publishing/rows/publishers.ts'
import { type ListedHost, readInternalHosts } from '../settings/own-hosts.ts'
import { deleteOwnHost, insertOwnHost, listOwnHostRows } from '../settings/rows/own-host-rows.ts'

export type OwnHostView = {
  /** "wiki.internal" or "wiki.internal:8080". */
  address: string
  organisation: { id: string; name: string }
  createdAtMs: number
}

export type OwnHostsPage = {
  hosts: OwnHostView[]
  /** Those of GUILDHALL_SKILL_HOSTS, which only the operator changes; `organisation` is null for all. */
  fromEnvironment: { address: string; organisation: { id: string; name: string } | null }[]
}

/** Throws UNAUTHENTICATED, POLICY_DENIED. */
export async function getOwnHosts(ctx: Context): Promise<OwnHostsPage> {
  requireAdmin(ctx)
  const rows = await listOwnHostRows(ctx.db)
  return {
    hosts: rows.map(({ address, organisation, createdAt }) => ({
      ...{ address, organisation },
      createdAtMs: createdAt.getTime(),
    })),
    fromEnvironment: await Promise.all(readInternalHosts().map((listed) => describeListed(ctx.db, listed))),
  }
}

async function describeListed(db: Database, { owner, host, port }: ListedHost) {
  const name = owner === '*' ? '' : ((await findOrganisation(db, owner))?.name ?? owner)
  return {
    address: port === undefined ? host : `${host}:${port}`,
    organisation: owner === '*' ? null : { id: owner, name },
  }
}

const ADDRESS_RULE =
  'Enter a host name or an IPv4 address, with a port or without, such as wiki.internal:8080.'

const addressField = z
  .string()
  .trim()
  .max(MAX_HOST_CHARS + 6)
  .transform((text, check) => {
    const address = readAddress(text)
    if (address !== undefined) return address
    check.addIssue({ code: 'custom', message: ADDRESS_RULE })
    return z.NEVER
  })
  .refine((address) => !isOfOperator(address), {
    message: 'Only the operator can list loopback and metadata addresses, in GUILDHALL_SKILL_HOSTS.',
  })

/** Returns the address as a URL spells it, so that 10.1 is 10.0.0.1; undefined for anything that is no address. */
function readAddress(text: string): string | undefined {
  const [, host, port] = /^([a-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (!host || !URL.canParse(`http://${host}${port ? `:${port}` : ''}/`)) return undefined
  const { hostname } = new URL(`http://${host}/`)
  const name = hostname.replace(/\.$/, '')
  if (!name || name.length > MAX_HOST_CHARS || port === '0') return undefined
  return port ? `${name}:${Number(port)}` : name
}

/** Loopback and link-local addresses lead to services that trust whoever reaches them. */
function isOfOperator(address: string): boolean {
  const [host = ''] = address.split(':')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return isIP(host) !== 0 && (!isOwnNetworkAddress(host) || ipaddr.parse(host).range() === 'loopback')
}

const fields = z.object({
  address: addressField,
  organisation: IdField.trim().min(1, 'Enter a handle or an id.'),
})

/**
 * Adds a host for an organisation, which is given by its id or by the handle of one of its publishers. Throws
 * UNAUTHENTICATED, POLICY_DENIED, INVALID_INPUT by field, CONFLICT for a host that is listed.
 */
export async function addOwnHost(ctx: Context, given: unknown): Promise<void> {
  const actor = requireAdminPerson(ctx)
  const { address, organisation: name } = parseFields(fields, given)
  await ctx.db.$transaction(async (tx) => {
    const organisation = await requireOrganisation(tx, name)
    if (!(await insertOwnHost(tx, { organisationId: organisation.id, address })))
      throw new AppError('CONFLICT', { message: `${address} is already listed for ${organisation.name}.` })
    await recordAudit(tx, { actor, action: 'own_host.add', ...subjectOf(organisation, address) })
  })
}

/** Throws UNAUTHENTICATED, POLICY_DENIED, INVALID_INPUT, NOT_FOUND. */
export async function removeOwnHost(ctx: Context, given: unknown): Promise<void> {
  const actor = requireAdminPerson(ctx)
  const { address, organisationId } = parseFields(
    z.object({ address: addressField, organisationId: IdField }),
    given,
  )
  await ctx.db.$transaction(async (tx) => {
    const organisation = await findOrganisation(tx, organisationId)
    if (!organisation || !(await deleteOwnHost(tx, { organisationId, address })))
      throw new AppError('NOT_FOUND', { message: 'This host is not listed any more.' })
    await recordAudit(tx, { actor, action: 'own_host.remove', ...subjectOf(organisation, address) })
  })
}

async function requireOrganisation(tx: Tx, name: string) {
  const owner = await findHandleOwner(tx, name.toLowerCase())
  const organisation = await findOrganisation(tx, owner?.organisationId ?? name)
  if (organisation) return organisation
  const message = `There is no publisher or organisation ${name}.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/organisation', message }] })
}

function requireAdminPerson(ctx: Context) {
  requirePerson(ctx)
  return requireAdmin(ctx)
}

function subjectOf({ id, name }: { id: string; name: string }, address: string) {
  return {
    subjectType: 'organisation',
    subjectId: id,
    subject: `${address} for ${name}`,
    data: { organisationId: id, address },
  } as const
}
