import { compareInThread } from '../../../contracts/changes/compare-in-thread.ts'
import { type ExampleOutcome, needsSecrets } from '../../../contracts/checks/checklist.ts'
import { matchesExample } from '../../../contracts/checks/matches-example.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { SeparateFile } from '../../../contracts/texts/document-texts.ts'
import { runInThread, runOncePerInput } from '../../../kernel/threads/run-in-thread.ts'
import type { RunRow } from '../../../runs/rows/runs.ts'
import type { RunView } from '../../../runs/views/run-view.ts'
import { showRun } from '../../../runs/views/show-run.ts'
import type { ExampleView, SecretAnswer } from '../review-views.ts'
import { compareMigrations, comparePermissions, compareSkills, compareTexts } from './compare-documents.ts'
import type { listAdvice } from './list-advice.ts'
import type { reviewHints } from './review-hints.ts'

type ReviewedParts = {
  approved: SkillSetDocument | null
  before: SkillSetDocument | null
  runs: RunRow[]
  files: SeparateFile[]
  unreadFiles: number
  answers: SecretAnswer[]
  copiedNames: string[]
  notRun: ExampleOutcome[]
  owner: string
}

/**
 * Compares a submitted document for the review page: changes and texts with `before`, the last decided submission or the
 * approved version; permissions and settings with `approved` always, because that is what users have consented to.
 */
export async function compareContent(after: SkillSetDocument, parts: ReviewedParts) {
  const { approved, before, runs, owner, files, unreadFiles, answers, copiedNames } = parts
  const permissions = comparePermissions(approved, after)
  const examples = listExamples(
    after,
    parts.notRun,
    runs.map((run) => ({ ...run, view: showRun(run, { forPublisher: true }) })),
  )
  return {
    changes: (await compareInThread(before, after, owner)).changes,
    hints: await runInThread<typeof reviewHints>(
      'review-hints',
      [after, { permissions, examples, approved, files, unreadFiles, answers, copiedNames }],
      { owner },
    ),
    skills: compareSkills(before, after),
    withLargeFiles: after.skills
      .filter(({ resources = [] }) => resources.some(({ sha256 }) => sha256 !== undefined))
      .map(({ slug, name }) => ({ slug, name })),
    migrations: compareMigrations(before, after),
    texts: compareTexts(before, after),
    permissions,
    config: { before: approved?.configDefinitions ?? [], after: after.configDefinitions ?? [] },
    examples,
    advice: await runOncePerInput<typeof listAdvice>('advice', [after], { owner }),
  }
}

type ExampleRun = { skillName: string; exampleIndex: number | null; view: RunView }

function listExamples(
  document: SkillSetDocument,
  notRun: readonly ExampleOutcome[],
  runs: readonly ExampleRun[],
): ExampleView[] {
  return document.skills.flatMap(({ slug, examples = [], response, buttons = [] }) =>
    examples.map(({ title, input, config, output }, index) => {
      const run = runs.find(
        ({ skillName, exampleIndex }) => skillName.endsWith(`.${slug}`) && exampleIndex === index,
      )
      const { needs } = notRun.find((each) => each.skill === slug && each.index === index) ?? {}
      const isAsExpected = matchesExample(run?.view ?? null, output)
      return {
        skillSlug: slug,
        title,
        input,
        ...(output !== undefined && { expected: output }),
        ...(response && { response }),
        buttons,
        ...(config && { config }),
        ...(isAsExpected !== undefined && { isPromised: isAsExpected }),
        run: run?.view ?? null,
        ...(!run && needs && { notRun: needsSecrets(needs) }),
      }
    }),
  )
}
