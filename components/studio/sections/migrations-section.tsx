'use client'

import { useState } from 'react'
import type { MigrationTest } from '#lib/contract/document/migration-tests.ts'
import type { PublicError } from '#lib/errors.ts'
import { MigrationTestList } from '../../migrations/migration-test-list.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { earlierMajors } from '../earlier-majors.ts'
import { listAt, textAt } from '../edit-document.ts'
import { CodeField } from '../fields/code-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { ItemList } from '../item-list.tsx'
import { Section } from '../section.tsx'
import { useStudio } from '../studio-context.tsx'

const START = `// The input of a skill as it was, into the input it takes now. \`skill\` is its full name.
function migrate(input, { skill, from, to }) {
  return { ...input }
}
`

/** Code that turns the input of earlier majors into that of this one, and how it does on old examples. */
export function MigrationsSection() {
  const { data, state } = useStudio()
  const [test, setTest] = useState<{ tests: MigrationTest[]; edits: number }>()
  const majors = earlierMajors(data.versions, textAt(state.document, '/version'))
  const count = listAt(state.document, '/migrations').length
  return (
    <Section
      place={{ section: 'migrations' }}
      title="Migrations"
      description="Callers who follow an earlier major version run this one, with their input turned into what it takes. Without a migration they stay where they are."
      actions={count > 0 && <TryThem onTried={setTest} />}
    >
      {majors.length === 0 && (
        <Alert title="Nothing to migrate from">
          No earlier major version is published. This becomes useful with the next one, for example 2.0.0
          after 1.4.2.
        </Alert>
      )}
      <ItemList
        pointer="/migrations"
        noun="migration"
        empty="When a new major changes what your skills take, write a function that turns the old input into the new. It is tried on the examples of the last release before you submit."
        newItem={(list) => ({
          from:
            majors.find((major) => !list.some((each) => textAt(each, '/from') === major)) ?? majors[0] ?? '',
          definition: START,
        })}
      >
        {(pointer) => <MigrationFields pointer={pointer} />}
      </ItemList>
      {test && <Results {...test} isOld={test.edits !== state.edits} />}
    </Section>
  )
}

function MigrationFields({ pointer }: { pointer: string }) {
  const { state, set, errors } = useStudio()
  const place = `${pointer}/definition`
  const marks = state.marks[place]
  const marked = new Set(marks?.map(({ message }) => message))
  const sentences = [
    ...(marks ?? []).map(({ line, message }) => `Line ${line}: ${message}`),
    ...errors(place).filter((message) => !marked.has(message)),
  ]
  return (
    <>
      <TextField
        pointer={`${pointer}/from`}
        label="From major version"
        isCode
        className="max-w-48"
        placeholder="1"
        help="1 stands for every 1.x."
      />
      <CodeField
        key={place}
        pointer={place}
        label="Code of the migration"
        language="typescript"
        lines={{ min: 8, max: 32 }}
        value={textAt(state.document, place)}
        marks={marks}
        errors={[...new Set(sentences)]}
        onChange={(text) => set(place, text)}
        help="function migrate(input, { skill, from, to }), sync or async. It runs in the sandbox for two seconds at most, without settings and without network."
      />
    </>
  )
}

/** Saves the draft and tries what is saved. */
function TryThem({ onTried }: { onTried: (test: { tests: MigrationTest[]; edits: number }) => void }) {
  const { actions, store } = useStudio()
  const [error, setError] = useState<PublicError>()
  const [isTrying, setTrying] = useState(false)

  async function tryThem() {
    setTrying(true)
    setError(undefined)
    await store.flush()
    const { edits } = store.get()
    const answer = await actions.tryMigrations()
    if (answer.ok) onTried({ tests: answer.data, edits })
    else setError(answer.error)
    setTrying(false)
  }

  return (
    <div className="grid justify-items-end gap-2">
      <Button pending={isTrying} onClick={tryThem}>
        Try on old examples
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
        On the examples of earlier versions
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
  if (count === 0) return 'There is no published release of that major whose examples it could be tried on.'
  if (failed > 0) return `${failed} of ${count} ${count === 1 ? 'example fails' : 'examples fail'}.`
  return count === 1 ? 'The one example makes valid input.' : `All ${count} examples make valid input.`
}
