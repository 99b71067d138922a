/** `key create`: an API key for a person, printed this once. */
import { type Context, requireViewer } from '#lib/context.ts'
import { KEY_SCOPES } from '#lib/contract/market/key-scopes.ts'
import { AppError } from '#lib/errors.ts'
import { createKey } from '#lib/keys/keys.ts'
import { listOrganisations } from '#lib/organisations/list-organisations.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { type Command, UsageError } from './command.ts'
import { contextOf } from './who.ts'

const DEFAULT_SCOPES = 'read,run'

export const keyCreateCommand: Command = {
  summary: 'Make an API key for somebody. It is shown this once.',
  usage: '[--email EMAIL] [--scopes read,run] [--org NAME] [--name TEXT] [--days N]',
  options: {
    email: 'who the key acts as; the first admin when left out',
    scopes: `some of ${KEY_SCOPES.join(',')}; ${DEFAULT_SCOPES} when left out`,
    org: 'for which organisation, by name or id; their own when left out',
    name: 'what the key is for',
    days: 'how long it lives; for ever when left out',
  },
  words: 0,
  meetsDatabase: true,
  async run({ options }) {
    const { email, org, name = 'Command line', scopes = DEFAULT_SCOPES, days } = options
    const ctx = await contextFor(email, org)
    const given = {
      name,
      scopes: scopes.split(',').map((scope) => scope.trim()),
      expiresInDays: days === undefined ? null : Number(days),
    }
    const made = await createKey(ctx, given)
    const { email: owner, organisationName } = requireViewer(ctx)
    return {
      text: `${made.key}\n\nActs as ${owner} for ${organisationName}. Keep it now: it is not shown again.`,
      json: {
        key: made.key,
        name: made.name,
        scopes: given.scopes,
        organisation: organisationName,
        expires_at_ms: made.expiresAtMs,
      },
    }
  },
}

async function contextFor(email: string | undefined, wanted: string | undefined): Promise<Context> {
  const own = await contextOf(email)
  if (!wanted) return own
  const { email: owner } = requireViewer(own)
  const found = (await listOrganisations(own)).filter(({ id, name }) => id === wanted || name === wanted)
  const [chosen] = found
  if (!chosen) {
    const message = `${owner} is no member of an organisation called “${wanted}”.`
    throw new AppError('NOT_FOUND', { message })
  }
  if (found.length > 1)
    throw new UsageError(
      `Several are called “${wanted}”; give the id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return contextForOperator({ email: owner, organisationId: chosen.id })
}
