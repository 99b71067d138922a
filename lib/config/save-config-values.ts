/** Filling in the config form, value by value. Floor 3; owners and admins of the organisation only. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin } from '../context.ts'
import { isSecret, writeConfigText } from '../contract/document/config-values.ts'
import type { ConfigDefinition } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { SentJson } from '../contract/json/sent-json.ts'
import type { Tx } from '../db/client.ts'
import { deleteConfigValues, listConfigValues, upsertConfigValue } from '../db/config-values.ts'
import type { InstallPlace } from '../db/installs.ts'
import type { SkillSetRef } from '../db/published.ts'
import { AppError } from '../errors.ts'
import { checkConfigValues } from './check-config-values.ts'
import { type ConfigForm, findConfigPlace, getConfigForm } from './get-config-form.ts'
import { masterKey } from './master-key.ts'
import { seal } from './sealing.ts'
import { termsOf } from './secret-terms.ts'
import { lengthIssues, secretsIssues } from './value-length.ts'

/** What happens to one key; a key that is not named is kept. */
export type ConfigChange = { do: 'set'; value: Json } | { do: 'keep' } | { do: 'clear' }

// Shorter secrets would be half told by their last four characters.
const HINT_FROM_CHARS = 13

const changesShape = z.record(
  z.string().max(200),
  z.discriminatedUnion('do', [
    z.object({ do: z.literal('set'), value: SentJson }),
    z.object({ do: z.literal('keep') }),
    z.object({ do: z.literal('clear') }),
  ]),
)

/**
 * Sets, keeps and clears values, all or none, and returns the form as it now stands.
 *
 * Throws UNAUTHENTICATED, POLICY_DENIED for plain members, NOT_FOUND, and INVALID_INPUT with an issue for each
 * value that does not fit (`path` is "/key"), or one for all secrets when they are too much together (`path` is "").
 */
export async function saveConfigValues(
  ctx: Context,
  ref: SkillSetRef,
  changes: unknown,
): Promise<ConfigForm> {
  const viewer = requireOrganisationAdmin(ctx)
  const { skillSet, place, definitions, document } = await findConfigPlace(ctx, viewer, ref)
  const { set, cleared } = parseChanges(definitions, changes)

  await ctx.db.$transaction(async (tx) => {
    await deleteConfigValues(tx, place, cleared)
    for (const definition of definitions) {
      const value = set[definition.key]
      if (value === undefined) continue
      const givenFor = termsOf(document, definition.key)
      await keepSealed(tx, place, { definition, value, givenFor, updatedById: viewer.userId })
    }
    await requireModestSecrets(tx, place, definitions.filter(isSecret))
    await recordAudit(tx, {
      actor: viewer,
      action: 'config.save',
      subjectType: 'skillset',
      subjectId: skillSet.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
      data: { organisationId: place.organisationId, set: Object.keys(set), cleared },
    })
  })
  return getConfigForm(ctx, ref)
}

function parseChanges(definitions: readonly ConfigDefinition[], changes: unknown) {
  const entries = Object.entries(parseWith(changesShape, changes))
  const cleared = entries.filter(([, change]) => change.do === 'clear').map(([key]) => key)
  const sent = Object.fromEntries(
    entries.flatMap(([key, change]) =>
      change.do === 'set' ? [[key, tidied(definitions, key, change.value)]] : [],
    ),
  )
  const { values, issues } = checkConfigValues(definitions, sent)
  const tooLong = lengthIssues(sent)
  if (issues.length + tooLong.length > 0)
    throw new AppError('INVALID_INPUT', { issues: [...issues, ...tooLong] })
  return { set: values, cleared }
}

// A key copied from a web page often brings a line break along, and no secret starts or ends with one.
function tidied(definitions: readonly ConfigDefinition[], key: string, value: Json): Json {
  const isPasted = definitions.some((definition) => definition.key === key && definition.type === 'SECRET')
  return isPasted && typeof value === 'string' ? value.trim() : value
}

type Kept = { definition: ConfigDefinition; value: Json; givenFor: string[]; updatedById: string }

async function keepSealed(
  tx: Tx,
  place: InstallPlace,
  { definition, value, givenFor, updatedById }: Kept,
): Promise<void> {
  const { key } = definition
  const text = writeConfigText(value)
  const master = masterKey()
  const sealed = seal(master, { ...place, key }, text)
  const wasSecret = isSecret(definition)
  const hint = wasSecret ? hintOf(text) : null
  await upsertConfigValue(tx, {
    ...place,
    key,
    sealed,
    keyId: master.id,
    wasSecret,
    givenFor,
    hint,
    updatedById,
  })
}

/** Those that this version reads, the ones that were kept too. Sealed, a value is a few bytes longer than it is. */
async function requireModestSecrets(
  tx: Tx,
  place: InstallPlace,
  secrets: readonly ConfigDefinition[],
): Promise<void> {
  const rows = (await listConfigValues(tx, place)).filter((row) => secrets.some(({ key }) => key === row.key))
  const issues = secretsIssues(rows.map(({ sealed }) => sealed.length))
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
}

function hintOf(text: string): string | null {
  const characters = [...text.replaceAll('\0', '')]
  return characters.length >= HINT_FROM_CHARS ? characters.slice(-4).join('') : null
}
