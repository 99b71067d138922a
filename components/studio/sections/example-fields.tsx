'use client'

import { toast } from 'sonner'
import { isPromised } from '#lib/contract/document/is-promised.ts'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { issueText } from '#lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { textAt } from '../edit-document.ts'
import { fieldId } from '../field-id.ts'
import { JsonField } from '../fields/json-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { LazyForm } from '../lazy-form.tsx'
import { asSchema } from '../schema/schema-table.ts'
import { useStudio } from '../studio-context.tsx'
import { TestOutput } from '../test-output.tsx'
import { useTestRun } from '../use-test-run.ts'

/** One example: its title, its input as JSON or in the form, and what came of running it. */
export function ExampleFields({ skillPointer, pointer }: { skillPointer: string; pointer: string }) {
  const { state, value, set } = useStudio()
  const test = useTestRun()
  const input = value(`${pointer}/input`)
  const output = test.run?.output
  const kept = test.isRunning ? undefined : isPromised(test.run, value(`${pointer}/output`))

  function run() {
    const skillSlug = textAt(state.document, `${skillPointer}/slug`)
    const config = value(`${pointer}/config`)
    void test.start({ skillSlug, args: input ?? {}, ...(isObject(config) && { config }) })
  }

  function keep() {
    set(`${pointer}/output`, output)
    toast.success('Saved as the expected output.')
  }

  return (
    <>
      <TextField pointer={`${pointer}/title`} label="Title" />
      <ExampleInput skillPointer={skillPointer} pointer={pointer} />
      {value(`${pointer}/output`) !== undefined && (
        <details>
          <summary className="font-medium text-sm">Expected output</summary>
          <div className="grid gap-2 pt-3">
            <JsonField
              pointer={`${pointer}/output`}
              label="Expected output"
              isLabelHidden
              lines={{ min: 4, max: 20 }}
            />
            <Button
              variant="ghost"
              size="sm"
              className="w-fit"
              onClick={() => set(`${pointer}/output`, undefined)}
            >
              Expect nothing in particular
            </Button>
          </div>
        </details>
      )}
      <Button variant="outline" className="w-fit" pending={test.isRunning} onClick={run}>
        Run this example
      </Button>
      {kept !== undefined && (
        <p role="status" className="text-muted-foreground text-sm">
          {kept
            ? 'It returned what is expected of it.'
            : 'It returned something else than the expected output. That is fine where the result differs each time; otherwise mend the code, or keep this output.'}
        </p>
      )}
      {(test.run || test.error) && (
        <TestOutput
          test={test}
          response={value(`${skillPointer}/response`)}
          actions={
            output !== undefined && (
              <Button variant="outline" size="sm" className="w-fit" onClick={keep}>
                Keep this output
              </Button>
            )
          }
        />
      )}
    </>
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

/** What the checks say of the input, in the words of its fields. */
function Problems({ pointer }: { pointer: string }) {
  const { problemsIn } = useStudio()
  const issues = problemsIn(pointer)
  return issues.map((issue) => (
    <p key={issue.path + issue.message} className="text-destructive text-sm">
      {issueText({ ...issue, path: issue.path.slice(pointer.length) })}
    </p>
  ))
}
