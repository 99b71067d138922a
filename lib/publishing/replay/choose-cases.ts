import type { Context } from '../../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { parseMajor } from '../../contracts/versions/version-number.ts'
import { isLive } from '../../contracts/versions/version-states.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { sampleVariants } from '../../json-schema/samples/sample-variants.ts'
import type { Json } from '../../kernel/json/json.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { dependsOnWorld } from '../../runs/replay/keep-recording.ts'
import {
  copyReplay,
  countReplaysSince,
  findReplayOfCode,
  listReplayableRuns,
  type NewCase,
  type ReplayableRun,
  saveAudience,
  saveCases,
} from '../rows/replays.ts'
import { listVersionHeads } from '../rows/versions.ts'
import { countVersionAudience } from './count-audience.ts'
import { type ComparedVersions, digestCode, digestComparison, skillOf } from './open-comparison.ts'

/**
 * How many submissions of a SkillSet may be tried on the runs of other organisations within 30 days. Code that
 * is under test can make a result depend on an input, so each replay could answer a question about it.
 */
export const MAX_REPLAYS = 5
const BUDGET_DAYS = 30

/** Of each organisation and skill, and of a submission. */
const MAX_RUNS_EACH = 100
const MAX_RUNS = 500
const MAX_GENERATED = 24

/** Stores on which inputs both versions are tried, or the result of an earlier replay of the same code. */
export async function chooseCases({ db }: Pick<Context, 'db'>, compared: ComparedVersions): Promise<void> {
  const { replay, submission, base, slugs } = compared
  const { submissionId, baseVersionId } = replay
  const codeDigest = digestComparison(compared)
  await saveAudience(db, submissionId, await countVersionAudience(db, compared))
  const from = await findReplayOfCode(db, { baseVersionId, codeDigest })
  if (from) return db.$transaction((tx) => copyReplay(tx, { submissionId, from, codeDigest }))
  const isSame = (slug: string) => digestCode(base.document, slug) === digestCode(submission.document, slug)
  const unchangedSkills = slugs.filter(isSame)
  const changed = slugs.filter((slug) => !isSame(slug))
  const since = new Date(Date.now() - BUDGET_DAYS * DAY_MS)
  const isBudgetUsed = (await countReplaysSince(db, replay.skillSetId, since)) >= MAX_REPLAYS
  const cases = [
    ...changed.flatMap((slug) => listExampleCases(compared, slug)),
    ...(await listRunCases(db, compared, { slugs: changed, withOthers: !isBudgetUsed })),
    ...changed.flatMap((slug) => listGeneratedCases(compared, slug)),
  ]
  const chosen = { codeDigest, unchangedSkills, isBudgetUsed, cases }
  await db.$transaction((tx) => saveCases(tx, submissionId, chosen))
}

function listExampleCases({ base }: ComparedVersions, skillSlug: string): NewCase[] {
  const { examples = [] } = skillOf(base.document, skillSlug)
  return examples.map((_, index) => ({ source: 'examples', skillSlug, index }))
}

/** Nothing answers the requests of an input that was made up. */
function listGeneratedCases({ base, submission }: ComparedVersions, skillSlug: string): NewCase[] {
  if (dependsOnWorld(base.document) || dependsOnWorld(submission.document)) return []
  return listGeneratedInputs(base.document, skillSlug).map((_, index) => ({
    source: 'generated',
    skillSlug,
    index,
  }))
}

/** Each case of a round reads them, and making them validates a thousand values. */
const generatedInputs = new WeakMap<SkillDocument, Json[]>()

/** The same for the same version, so that a case needs only its position. */
export function listGeneratedInputs(document: SkillSetDocument, slug: string): Json[] {
  const skill = skillOf(document, slug)
  const known = generatedInputs.get(skill)
  if (known) return known
  const { schema } = canonicalSchema(skill.parameters)
  const inputs = schema ? sampleVariants(schema, MAX_GENERATED) : []
  generatedInputs.set(skill, inputs)
  return inputs
}

async function listRunCases(
  db: Context['db'],
  { submission, base }: ComparedVersions,
  { slugs, withOthers }: { slugs: readonly string[]; withOthers: boolean },
): Promise<NewCase[]> {
  const { skillSet } = submission.version
  const publisherOrganisationId = skillSet.publisher.organisationId
  const heads = await listVersionHeads(db, skillSet.id)
  const versionIds = heads
    .filter((head) => isLive(head) && parseMajor(head.number) === parseMajor(base.number))
    .map(({ id }) => id)
  const runs = await listReplayableRuns(db, {
    skillSetId: skillSet.id,
    versionIds,
    skillNames: slugs.map((slug) => `${skillSet.publisher.handle}.${skillSet.slug}.${slug}`),
    publisherOrganisationId,
    withOthers,
    take: MAX_RUNS_EACH,
  })
  return takeInTurns(runs).map(({ id, organisationId, skillName }) => ({
    source: organisationId === publisherOrganisationId ? 'own' : 'others',
    skillSlug: skillName.split('.').at(-1) ?? '',
    runId: id,
    organisationId,
  }))
}

/** Takes one run of each organisation after another, so that none crowds out the rest. */
function takeInTurns(runs: readonly ReplayableRun[]): ReplayableRun[] {
  const queues = Object.values(Object.groupBy(runs, ({ organisationId }) => organisationId))
  const chosen: ReplayableRun[] = []
  for (let turn = 0; turn < runs.length && chosen.length < MAX_RUNS; turn += 1)
    chosen.push(...queues.flatMap((queue) => queue?.slice(turn, turn + 1) ?? []))
  return chosen.slice(0, MAX_RUNS)
}
