import type { Context } from '../../context/context.ts'
import type { MigrationTest } from '../../contracts/checks/migration-tests.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { AppError, issueText } from '../../kernel/errors.ts'
import type { Migration } from '../resolve/runnable.ts'
import { migrateInput } from './prepare-run-input.ts'

const MAX_TESTS = 60

type Wanted = {
  publisher: string
  skillSetName: string
  document: SkillSetDocument
  olds: readonly SkillSetDocument[]
}

/** Migrates the examples of earlier versions. A failing one is a result. Throws TOOL_NOT_AVAILABLE. */
export async function testMigrations(ctx: Pick<Context, 'sandbox'>, test: Wanted): Promise<MigrationTest[]> {
  const cases = listCases(test).slice(0, MAX_TESTS)
  const tests: MigrationTest[] = []
  // Sequential, to leave slots in the sandbox.
  for (const each of cases) tests.push(await testMigration(ctx, test, each))
  return tests
}

type Case = {
  migration: Migration
  old: SkillSetDocument
  skill: SkillDocument
  example: { title: string; input: MigrationTest['before'] }
}

function listCases({ document, olds }: Wanted): Case[] {
  return (document.migrations ?? []).flatMap((migration) => {
    const old = olds.find(({ version }) => version.split('.')[0] === migration.from)
    return (old?.skills ?? []).flatMap(({ slug, examples = [] }) => {
      const skill = document.skills.find((each) => each.slug === slug && each.kind !== 'instruction')
      return old && skill ? examples.map((example) => ({ migration, old, skill, example })) : []
    })
  })
}

async function testMigration(
  ctx: Pick<Context, 'sandbox'>,
  { publisher, skillSetName, document }: Wanted,
  { migration, old, skill, example: { title, input } }: Case,
): Promise<MigrationTest> {
  const caseFields = {
    from: migration.from,
    version: old.version,
    skillSlug: skill.slug,
    title,
    before: input,
  }
  const call = {
    migration,
    publisher,
    skill: `${skillSetName}.${skill.slug}`,
    version: document.version,
    input,
  }
  const migrated = await migrateInput(ctx, call)
  if (migrated.failureReason !== undefined) {
    const { isDown, failureReason: message, suggestedAction } = migrated
    if (isDown) throw new AppError('TOOL_NOT_AVAILABLE', { message, suggestedAction })
    return { ...caseFields, ok: false, message: migrated.failureReason }
  }
  const after = migrated.input
  const { schema } = canonicalSchema(skill.parameters)
  if (!schema)
    return { ...caseFields, after, ok: false, message: 'the parameters of this version are invalid' }
  const { issues } = prepareInput(schema, after)
  if (issues.length === 0) return { ...caseFields, after, ok: true }
  return { ...caseFields, after, ok: false, message: issues.map(issueText).join('; '), issues }
}
