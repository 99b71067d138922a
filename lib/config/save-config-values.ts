import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireOrganisationAdmin } from '../context/context.ts'
import { formatConfigText, isSecretDefinition } from '../contracts/document/config-values.ts'
import type { ConfigDefinition, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import type { InstallKey } from '../installs/rows/installs.ts'
import { AppError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { JsonValueField } from '../kernel/validation/text-fields.ts'
import type { SkillSetRef } from '../publishing/rows/published-versions.ts'
import { checkConfigValues, lengthIssues, secretsIssues, shortSecretIssues } from './check-config-values.ts'
import { type ConfigForm, findConfigTarget, getConfigForm } from './get-config-form.ts'
import { masterKey } from './master-key.ts'
import {
  deleteConfigValues,
  listConfigValues,
  type SealedValue,
  upsertConfigValue,
} from './rows/config-value-rows.ts'
import { makeHint } from './sealed-secrets.ts'
import { seal } from './sealing.ts'
import { listSecretUses } from './secret-consent.ts'

export type ConfigChange = { kind: 'set'; value: Json } | { kind: 'keep' } | { kind: 'clear' }

const changesShape = z.record(
  z.string().max(200),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('set'), value: JsonValueField }),
    z.object({ kind: z.literal('keep') }),
    z.object({ kind: z.literal('clear') }),
  ]),
)

/**
 * Saves the changed values of a config, all or nothing, for owners and admins. Throws UNAUTHENTICATED, POLICY_DENIED
 * for plain members, NOT_FOUND, and INVALID_INPUT with an issue per invalid value (`path` is "/key"), or one if all
 * secrets are too large together (`path` is "").
 */
export async function saveConfigValues(
  ctx: Context,
  ref: SkillSetRef,
  changes: unknown,
): Promise<ConfigForm> {
  const viewer = requireOrganisationAdmin(ctx)
  const { skillSet, installKey, definitions, document } = await findConfigTarget(ctx, viewer, ref)
  const { set, cleared } = parseConfigChanges(definitions, changes)

  await ctx.db.$transaction(async (tx) => {
    await deleteConfigValues(tx, installKey, cleared)
    for (const definition of definitions) {
      const value = set[definition.key]
      if (value === undefined) continue
      const sealed = sealConfigValue(installKey, { definition, value, document })
      await upsertConfigValue(tx, { ...installKey, ...sealed, updatedById: viewer.userId })
    }
    requireSecretsWithinLimit(await listConfigValues(tx, installKey), definitions)
    await recordAudit(tx, {
      actor: viewer,
      action: 'config.save',
      subjectType: 'skill_set',
      subjectId: skillSet.id,
      subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
      data: { organisationId: installKey.organisationId, set: Object.keys(set), cleared },
    })
  })
  return getConfigForm(ctx, ref)
}

/** Throws INVALID_INPUT with an issue per invalid value (`path` is "/key"). */
export function parseConfigChanges(definitions: readonly ConfigDefinition[], changes: unknown) {
  const entries = Object.entries(parseFields(changesShape, changes))
  const cleared = entries.filter(([, change]) => change.kind === 'clear').map(([key]) => key)
  const sent = Object.fromEntries(
    entries.flatMap(([key, change]) =>
      change.kind === 'set' ? [[key, trimSecret(definitions, key, change.value)]] : [],
    ),
  )
  const { values, issues } = checkConfigValues(definitions, sent)
  const fitting = issues.length > 0 ? issues : shortSecretIssues(definitions, values)
  const all = [...fitting, ...lengthIssues(sent)]
  if (all.length > 0) throw new AppError('INVALID_INPUT', { issues: all })
  return { set: values, cleared }
}

/**
 * Removes the line break that often comes with a pasted token. A key of several lines stays as it is: OpenSSH refuses
 * one without its last line break.
 */
function trimSecret(definitions: readonly ConfigDefinition[], key: string, value: Json): Json {
  const isPasted = definitions.some((definition) => definition.key === key && definition.type === 'SECRET')
  if (!isPasted || typeof value !== 'string') return value
  const trimmed = value.trim()
  return /[\n\r]/.test(trimmed) ? value : trimmed
}

type ValueToSeal = {
  definition: ConfigDefinition
  value: Json
  document: Pick<SkillSetDocument, 'permissions'>
}

/** Seals a value for `owner`, with the uses of the secret that `document` declares: entering it is consent to them. */
export function sealConfigValue(owner: InstallKey, { definition, value, document }: ValueToSeal) {
  const { key } = definition
  const text = formatConfigText(value)
  const master = masterKey()
  const wasSecret = isSecretDefinition(definition)
  return {
    key,
    sealed: seal(master, { ...owner, key }, text),
    keyId: master.id,
    wasSecret,
    consentedUses: listSecretUses(document, key),
    hint: wasSecret ? makeHint(text) : null,
  }
}

/** Throws INVALID_INPUT if the stored secrets are too large together. Sealing adds a few bytes to each. */
export function requireSecretsWithinLimit(
  stored: readonly Pick<SealedValue, 'key' | 'sealed'>[],
  definitions: readonly ConfigDefinition[],
): void {
  const secrets = new Set(definitions.filter(isSecretDefinition).map(({ key }) => key))
  const issues = secretsIssues(
    stored.filter(({ key }) => secrets.has(key)).map(({ sealed }) => sealed.length),
  )
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
}
