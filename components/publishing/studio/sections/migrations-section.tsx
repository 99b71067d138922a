'use client'

import { useState } from 'react'
import type { MigrationTest } from '#lib/contracts/checks/migration-tests.ts'
import { isPrerelease, isVersion, parseMajor } from '#lib/contracts/versions/version-number.ts'
import type { VersionState } from '#lib/contracts/versions/version-states.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { MigrationTestList } from '../../../contracts/migration-test-list.tsx'
import { listAt, textAt } from '../../../drafts/edit-document.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { attemptAction } from '../../../ui/use-action.ts'
import { CodeField } from '../fields/code-fields.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { ItemList } from '../layout/item-list.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'

const TEMPLATE = `// Converts input written for an earlier major version. \`skill\` is the full name of the skill.
function migrate(input, { skill, from, to }) {
  return { ...input }
}
`

export function MigrationsSection() {
  const { data, state } = useStudio()
  const [test, setTest] = useState<{ tests: MigrationTest[]; edits: number }>()
  const majors = earlierMajors(data.versions, textAt(state.document, '/version'))
  const count = listAt(state.document, '/migrations').length
  return (
    <StudioSection
      location={{ section: 'migrations' }}
      title="Migrations"
      description="A migration converts the input of callers on an earlier major version, so that they can run this one. Without a migration, they stay on their version."
      actions={count > 0 && <TestMigrationsButton onTested={setTest} />}
    >
      {majors.length === 0 && (
        <Alert title="Nothing to migrate from">
          No earlier major version is published. Add migrations when you release the next one, for example
          2.0.0 after 1.4.2.
        </Alert>
      )}
      <ItemList
        pointer="/migrations"
        noun="migration"
        empty="When a new major version changes the input of your skills, write a function that converts the old input. It is tested on the examples of the last release before you submit."
        newItem={(list) => ({
          from:
            majors.find((major) => !list.some((migration) => textAt(migration, '/from') === major)) ??
            majors[0] ??
            '',
          definition: TEMPLATE,
        })}
      >
        {(pointer) => <MigrationFields pointer={pointer} />}
      </ItemList>
      {test && <Results {...test} isOld={test.edits !== state.edits} />}
    </StudioSection>
  )
}

function MigrationFields({ pointer }: { pointer: string }) {
  const { state, set, errors } = useStudio()
  const definitionPointer = `${pointer}/definition`
  const marks = state.marks[definitionPointer]
  const markedMessages = new Set(marks?.map(({ message }) => message))
  const sentences = [
    ...(marks ?? []).map(({ line, message }) => `Line ${line}: ${message}`),
    ...errors(definitionPointer).filter((message) => !markedMessages.has(message)),
  ]
  return (
    <>
      <TextField
        pointer={`${pointer}/from`}
        label="From major version"
        isCode
        className="max-w-48"
        placeholder="1"
        help="1 means every 1.x version."
      />
      <CodeField
        key={definitionPointer}
        pointer={definitionPointer}
        label="Migration code"
        language="typescript"
        lines={{ min: 8, max: 32 }}
        value={textAt(state.document, definitionPointer)}
        marks={marks}
        errors={[...new Set(sentences)]}
        onChange={(text) => set(definitionPointer, text)}
        help="function migrate(input, { skill, from, to }), sync or async. It runs in the sandbox for up to two seconds, without settings or network access."
      />
    </>
  )
}

function TestMigrationsButton({
  onTested,
}: {
  onTested: (test: { tests: MigrationTest[]; edits: number }) => void
}) {
  const { actions, store } = useStudio()
  const [error, setError] = useState<PublicError>()
  const [isTesting, setTesting] = useState(false)

  async function testMigrations() {
    setTesting(true)
    setError(undefined)
    await store.flush()
    const { edits } = store.get()
    const result = await attemptAction(actions.tryMigrations)
    if (result.ok) onTested({ tests: result.data, edits })
    else setError(result.error)
    setTesting(false)
  }

  return (
    <div className="grid justify-items-end gap-2">
      <Button pending={isTesting} onClick={testMigrations}>
        Test on old examples
      </Button>
      {error && <Alert variant="destructive">{error.message}</Alert>}
    </div>
  )
}

function Results({ tests, isOld }: { tests: MigrationTest[]; isOld: boolean }) {
  const failed = tests.filter(({ ok }) => !ok).length
  return (
    <section aria-labelledby="migration-tests" className="grid max-w-3xl grid-cols-1 gap-3">
      <h3 id="migration-tests" className="font-medium">
        Results on examples of earlier versions
      </h3>
      <p role="status" className="text-muted-foreground text-sm">
        {summary(tests.length, failed)}
        {isOld && ' You have edited the draft since.'}
      </p>
      <MigrationTestList tests={tests} />
    </section>
  )
}

function summary(count: number, failed: number): string {
  if (count === 0) return 'No published version of that major has examples to test with.'
  if (failed > 0) return `${failed} of ${plural(count, 'example fails', 'examples fail')}.`
  return count === 1 ? 'The example produces valid input.' : `All ${count} examples produce valid input.`
}

type VersionEntry = { number: string; state: VersionState }

/** Returns the majors below `number` that have a runnable release, nearest first. */
export function earlierMajors(versions: readonly VersionEntry[], number: string): string[] {
  const ownMajor = isVersion(number) ? parseMajor(number) : Number.POSITIVE_INFINITY
  const runnable = versions.filter(({ state }) => state === 'PUBLISHED' || state === 'DEPRECATED')
  const majors = runnable
    .filter(({ number }) => isVersion(number) && !isPrerelease(number))
    .map(({ number }) => parseMajor(number))
  return [...new Set(majors)]
    .filter((major) => major < ownMajor)
    .sort((a, b) => b - a)
    .map(String)
}
