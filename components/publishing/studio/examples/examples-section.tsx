'use client'

import { matchesExample } from '#lib/contracts/checks/matches-example.ts'
import { issueText } from '#lib/kernel/errors.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { JsonField } from '../fields/code-fields.tsx'
import { LazyForm } from '../fields/lazy-form.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { ItemList } from '../layout/item-list.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { asSchema } from '../schema/schema-table.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { skillPointer } from '../state/studio-sections.ts'
import { Recording, type Recordings, useRecordings } from './recording.tsx'
import { TestOutput, useDraftTestRun, useTestPrice } from './use-test-run.tsx'

export function ExamplesSection({ skill }: { skill: number }) {
  const pointer = skillPointer(skill)
  const recordings = useRecordings()
  return (
    <StudioSection
      location={{ section: 'examples', skill }}
      title="Examples"
      description="Users fill in the form with one click, and agents learn from them. Each one runs in the sandbox before a version is published. At least one is required."
    >
      <ItemList
        key={skill}
        pointer={`${pointer}/examples`}
        noun="example"
        empty="Start with an input that shows what the skill can do."
        newItem={(list) => ({ title: `Example ${list.length + 1}`, input: {} })}
      >
        {(example) => <ExampleFields skillPointer={pointer} pointer={example} recordings={recordings} />}
      </ItemList>
    </StudioSection>
  )
}

type ExampleProps = { skillPointer: string; pointer: string; recordings: Recordings }

function ExampleFields({ skillPointer, pointer, recordings }: ExampleProps) {
  const { state, value, set } = useStudio()
  const test = useDraftTestRun()
  const input = value(`${pointer}/input`)
  const output = test.run?.output
  const isOutputExpected = test.isRunning ? undefined : matchesExample(test.run, value(`${pointer}/output`))

  const skillSlug = textAt(state.document, `${skillPointer}/slug`)
  const { maxPrice, priceLabel } = useTestPrice(skillSlug)

  function run() {
    const config = value(`${pointer}/config`)
    void test.start({ skillSlug, args: input ?? {}, maxPrice, ...(isObject(config) && { config }) })
  }

  function saveExpectedOutput() {
    set(`${pointer}/output`, output)
    toast.success('Saved as the expected output.')
  }

  return (
    <>
      <TextField pointer={`${pointer}/title`} label="Title" />
      <ExampleInput skillPointer={skillPointer} pointer={pointer} />
      {value(`${pointer}/config`) !== undefined && (
        <JsonField
          pointer={`${pointer}/config`}
          label="Config"
          help="Published with the example. Secrets belong under Test settings."
          lines={{ min: 2, max: 12 }}
        />
      )}
      <Recording
        recordings={recordings}
        skillSlug={skillSlug}
        exampleIndex={Number(pointer.split('/').at(-1))}
        pointer={pointer}
      />
      {value(`${pointer}/output`) !== undefined && <ExpectedOutput pointer={`${pointer}/output`} />}
      <Button variant="outline" className="w-fit" pending={test.isRunning} onClick={run}>
        Run this example{priceLabel}
      </Button>
      {isOutputExpected !== undefined && (
        <p role="status" className="text-muted-foreground text-sm">
          {isOutputExpected
            ? 'The output matches the expected output.'
            : 'The output differs from the expected output. This is fine if results vary. Otherwise, fix the code or save this output as expected.'}
        </p>
      )}
      {(test.run || test.error) && (
        <TestOutput
          test={test}
          response={value(`${skillPointer}/response`)}
          actions={
            output !== undefined && (
              <Button variant="outline" size="sm" className="w-fit" onClick={saveExpectedOutput}>
                Save as expected output
              </Button>
            )
          }
        />
      )}
    </>
  )
}

function ExpectedOutput({ pointer }: { pointer: string }) {
  const { set } = useStudio()
  return (
    <details>
      <summary className="font-medium text-sm">Expected output</summary>
      <div className="grid gap-2 pt-3">
        <JsonField pointer={pointer} label="Expected output" isLabelHidden lines={{ min: 4, max: 20 }} />
        <Button variant="ghost" size="sm" className="w-fit" onClick={() => set(pointer, undefined)}>
          Remove expected output
        </Button>
      </div>
    </details>
  )
}

function ExampleInput({ skillPointer, pointer }: { skillPointer: string; pointer: string }) {
  const { value, set } = useStudio()
  const parameters = value(`${skillPointer}/parameters`)
  const input = value(`${pointer}/input`) ?? {}
  if (!isObject(parameters) || !isObject(input)) {
    return <JsonField pointer={`${pointer}/input`} label="Input" lines={{ min: 4, max: 20 }} />
  }
  return (
    <fieldset id={fieldId(`${pointer}/input`)} className="grid gap-2 rounded-md border border-border p-4">
      <legend className="px-1 font-medium text-sm">Input</legend>
      <LazyForm
        schema={asSchema(parameters)}
        value={input}
        onChange={(next: Json) => set(`${pointer}/input`, next)}
        idPrefix={fieldId(pointer)}
      />
      <Problems pointer={`${pointer}/input`} />
    </fieldset>
  )
}

function Problems({ pointer }: { pointer: string }) {
  const { problemsIn } = useStudio()
  const issues = problemsIn(pointer)
  return issues.map((issue) => (
    <p key={issue.path + issue.message} className="text-destructive text-sm">
      {issueText({ ...issue, path: issue.path.slice(pointer.length) })}
    </p>
  ))
}
