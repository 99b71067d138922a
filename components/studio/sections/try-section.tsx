'use client'

import { useState } from 'react'
import { toast } from 'sonner'
import { configSchema } from '#lib/contract/document/config-values.ts'
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { append, listAt, textAt } from '../edit-document.ts'
import { LazyForm } from '../lazy-form.tsx'
import { asSchema } from '../schema/schema-table.ts'
import { Section } from '../section.tsx'
import { skillPointer } from '../sections.ts'
import { useStudio } from '../studio-context.tsx'
import { TestOutput } from '../test-output.tsx'
import { useTestRun } from '../use-test-run.ts'
import { readDefinitions } from './read-definitions.ts'

/** The skill as people will meet it: its form, and its output, from the sandbox. */
export function TrySection({ skill }: { skill: number }) {
  const { state, value, edit } = useStudio()
  const pointer = skillPointer(skill)
  const parameters = value(`${pointer}/parameters`)
  const test = useTestRun()
  const [input, setInput] = useState<Json>(() => firstExample(state.document, pointer))
  const [config, setConfig] = useState<Json>({})
  const definitions = readDefinitions(listAt(state.document, '/configDefinitions'))

  const needsConfig = definitions.some(({ required, defaultValue }) => required && defaultValue === undefined)

  function run(args: Json) {
    const skillSlug = textAt(state.document, `${pointer}/slug`)
    void test.start({ skillSlug, args, ...(definitions.length > 0 && { config: asConfig(config) }) })
  }

  function keepAsExample() {
    const list = `${pointer}/examples`
    const title = `Example ${listAt(state.document, list).length + 1}`
    edit((document) => append(document, list, { title, input: test.run?.input ?? input }))
    toast.success(`Kept as “${title}”. Find it under Examples.`)
  }

  return (
    <Section
      place={{ section: 'try', skill }}
      title="Try it"
      description="Runs the draft in the sandbox. A result that breaks its contract is shown here, together with what is wrong."
    >
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {isObject(parameters) ? (
          <div className="grid gap-6">
            {definitions.length > 0 && (
              <details open={needsConfig} className="rounded-lg border border-border bg-card p-4">
                <summary className="font-medium text-sm">Config for this test</summary>
                <p className="py-2 text-muted-foreground text-sm">
                  Used for test runs on this page, kept nowhere. What your organisation has set is not given
                  to drafts.
                </p>
                <LazyForm
                  schema={configSchema(definitions)}
                  value={config}
                  onChange={setConfig}
                  idPrefix="config"
                />
              </details>
            )}
            <LazyForm
              schema={asSchema(parameters)}
              value={input}
              onChange={setInput}
              onSubmit={run}
              disabled={test.isRunning}
              submitLabel={test.isRunning ? 'Running…' : 'Run'}
              issues={test.error?.details}
              idPrefix="try"
            />
          </div>
        ) : (
          <EmptyState title="No form yet">
            Describe the parameters first: the form is drawn from them.
          </EmptyState>
        )}
        <TestOutput
          test={test}
          response={value(`${pointer}/response`)}
          actions={
            <Button variant="outline" size="sm" className="w-fit" onClick={keepAsExample}>
              Keep as example
            </Button>
          }
        />
      </div>
    </Section>
  )
}

function firstExample(document: Json, pointer: string): Json {
  const [example] = listAt(document, `${pointer}/examples`)
  return isObject(example) && isObject(example.input) ? example.input : {}
}

function asConfig(config: Json): JsonObject {
  return isObject(config) ? config : {}
}
