/**
 * The migrations of a document, tried in the sandbox on the examples of the versions they come from: old example in,
 * new input out, and whether the new contract takes it.
 *
 * Floor 3. A migration that fails is a result, not an error.
 */
import type { Context } from '../context.ts'
import type { MigrationTest } from '../contract/document/migration-tests.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { prepareInput } from '../contract/values/prepare-input.ts'
import { AppError, issueText } from '../errors.ts'
import { type Migration, migrateInput } from './migrate-input.ts'

/** Enough to be sure of a migration, few enough to wait for. */
const MAX_TESTS = 60

type Wanted = {
  publisher: string
  /** publisher.skillset */
  skillSetName: string
  document: SkillSetDocument
  /** The last published version of each major a migration comes from. */
  olds: readonly SkillSetDocument[]
}

/** In the order of the migrations, then of the old examples. Throws TOOL_NOT_AVAILABLE while the box is down. */
export async function testMigrations(
  ctx: Pick<Context, 'sandbox'>,
  wanted: Wanted,
): Promise<MigrationTest[]> {
  const cases = casesOf(wanted).slice(0, MAX_TESTS)
  const tests: MigrationTest[] = []
  // One after the other: they must not take all places in the box.
  for (const each of cases) tests.push(await tryOne(ctx, wanted, each))
  return tests
}

type Case = {
  migration: Migration
  old: SkillSetDocument
  skill: SkillDocument
  example: { title: string; input: MigrationTest['before'] }
}

function casesOf({ document, olds }: Wanted): Case[] {
  return (document.migrations ?? []).flatMap((migration) => {
    const old = olds.find(({ version }) => version.split('.')[0] === migration.from)
    return (old?.skills ?? []).flatMap(({ slug, examples = [] }) => {
      // A skill that is gone takes nobody's input.
      const skill = document.skills.find((each) => each.slug === slug && each.kind !== 'instruction')
      return old && skill ? examples.map((example) => ({ migration, old, skill, example })) : []
    })
  })
}

async function tryOne(
  ctx: Pick<Context, 'sandbox'>,
  { publisher, skillSetName, document }: Wanted,
  { migration, old, skill, example: { title, input } }: Case,
): Promise<MigrationTest> {
  const place = { from: migration.from, version: old.version, skillSlug: skill.slug, title, before: input }
  const call = {
    migration,
    publisher,
    skill: `${skillSetName}.${skill.slug}`,
    version: document.version,
    input,
  }
  const migrated = await migrateInput(ctx, call)
  if (migrated.whyNot !== undefined) {
    if (migrated.isDown) throw new AppError('TOOL_NOT_AVAILABLE', { message: migrated.whyNot })
    return { ...place, ok: false, message: migrated.whyNot }
  }
  const after = migrated.input
  const { schema } = canonicalSchema(skill.parameters)
  if (!schema) return { ...place, after, ok: false, message: 'the parameters of this version cannot be read' }
  const { issues } = prepareInput(schema, after)
  if (issues.length === 0) return { ...place, after, ok: true }
  return { ...place, after, ok: false, message: issues.map(issueText).join('; '), issues }
}
