/** Test runs from a publisher's own machine: the document that is sent runs as a draft, in the sandbox of the site. */
import { z } from 'zod'
import { type Context, requireOrganisationAdmin, requireScope, workOwner } from '../../context/context.ts'
import { isObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { JsonValueField, LineField } from '../../kernel/validation/text-fields.ts'
import { lockPackages } from '../../packages/resolve-packages.ts'
import { startDraftRun } from '../../runs/start/start-draft-run.ts'
import type { StartedRun } from '../../runs/start/start-run.ts'
import { requireDocument } from '../staging/stage-document.ts'
import { openSkillSet } from './open-skill-set.ts'

const Fields = z.object({
  publisher: z.string().max(64).optional(),
  document: JsonValueField,
  /** The slug of the skill to run. */
  skill: LineField,
  args: JsonValueField,
  /** Settings of the example. */
  config: JsonValueField.optional(),
  /** In USDC; by default, the run must not cost anything. */
  max_price: LineField.default('0'),
})

/**
 * Creates the SkillSet as a draft if there is none of this name; a draft that exists is not changed.
 *
 * Throws POLICY_DENIED without the scope `publish` and for plain members, INVALID_INPUT with the document's problems, as
 * `openSkillSet`, and the errors of starting a run.
 */
export async function testWithKey(
  ctx: Context,
  given: unknown,
): Promise<StartedRun & { isNew: boolean; skillSetId: string }> {
  requireScope(ctx, 'publish')
  const { organisationId } = requireOrganisationAdmin(ctx)
  const { publisher: handle, document: sent, skill, args, config, max_price } = parseFields(Fields, given)
  const document = await lockPackages(ctx.db, {
    document: await requireDocument(sent, workOwner(ctx)),
    organisationId,
  })
  const { skillSet, isNew } = await openSkillSet(ctx, { handle, document })
  const started = await startDraftRun(ctx, {
    ...{ skillSetId: skillSet.id, document, skillSlug: skill, args, maxPrice: max_price },
    ...(isObject(config) && { config }),
  })
  return { ...started, isNew, skillSetId: skillSet.id }
}
