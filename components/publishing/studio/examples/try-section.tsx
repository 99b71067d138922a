'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { configSchema } from '#lib/contracts/document/config-values.ts'
import { readConfigDefinitions } from '#lib/contracts/document/read-draft.ts'
import type { ConfigDefinition, SkillButton } from '#lib/contracts/document/skillset-document.ts'
import { isIdenticalJson, isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { append, listAt, textAt } from '../../../drafts/edit-document.ts'
import { FieldChoicesProvider, type LoadChoices } from '../../../forms/frame/field-choices.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { LazyForm } from '../fields/lazy-form.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { asSchema } from '../schema/schema-table.ts'
import { useStudio } from '../state/studio-context.tsx'
import { locationHref } from '../state/studio-navigation.ts'
import { skillPointer } from '../state/studio-sections.ts'
import { TestOutput, useDraftTestRun, useTestPrice } from './use-test-run.tsx'

export function TrySection({ skill }: { skill: number }) {
  const { state, value, edit } = useStudio()
  const pointer = skillPointer(skill)
  const parameters = value(`${pointer}/parameters`)
  const test = useDraftTestRun()
  const [editedInput, setInput] = useState<Json>()
  // Until the user types, the input is that of the first example, which follows the parameters.
  const input = editedInput ?? firstExample(state.document, pointer)
  const [config, setConfig] = useState<Json>({})
  const definitions = readConfigDefinitions(state.document)

  const skillSlug = textAt(state.document, `${pointer}/slug`)
  const { maxPrice, priceLabel } = useTestPrice(skillSlug)

  function run(args: Json) {
    void test.start({
      skillSlug,
      args,
      maxPrice,
      ...(definitions.length > 0 && { config: toConfig(config) }),
    })
  }

  function saveAsExample() {
    const list = `${pointer}/examples`
    const examples = listAt(state.document, list)
    const saved = test.run?.input ?? input
    const same = examples.find((example) => isObject(example) && isIdenticalJson(example.input, saved))
    if (isObject(same)) {
      toast.info(`The example “${same.title}” has this input already. Change the input to save another one.`)
      return
    }
    const title = `Example ${examples.length + 1}`
    edit((document) => append(document, list, { title, input: saved }))
    toast.success(`Saved as “${title}”. Find it under Examples.`)
  }

  return (
    <StudioSection
      location={{ section: 'try', skill }}
      title="Try it"
      description="Runs the draft in the sandbox. A result that violates its contract is shown here with the errors."
    >
      <div className="@container">
        <div className="grid items-start gap-6 @3xl:grid-cols-2">
          {isObject(parameters) ? (
            <div className="grid gap-6">
              <TestConfig {...{ definitions, config }} onChange={setConfig} idPrefix={`config${skill}`}>
                Test runs use your <TextLink href={locationHref({ section: 'test' })}>test settings</TextLink>
                . A value that you enter here replaces one for runs on this page, and is not stored.
              </TestConfig>
              <DraftChoices pointer={pointer}>
                <LazyForm
                  schema={asSchema(parameters)}
                  value={input}
                  onChange={setInput}
                  onSubmit={run}
                  disabled={test.isRunning}
                  header={<h3 className="font-semibold text-sm">Input</h3>}
                  submitLabel={test.isRunning ? 'Running…' : `Run${priceLabel}`}
                  issues={test.error?.details}
                  idPrefix={`try${skill}`}
                />
              </DraftChoices>
            </div>
          ) : (
            <EmptyState title="No form yet">Define the parameters to get a form.</EmptyState>
          )}
          <TestOutput
            test={test}
            response={value(`${pointer}/response`)}
            buttons={readButtons(listAt(state.document, `${pointer}/buttons`))}
            onRun={(args) => {
              setInput(args)
              run(args)
            }}
            actions={<SaveAsExample save={saveAsExample} />}
          />
        </div>
      </div>
    </StudioSection>
  )
}

/** Saves the draft before it loads choices, because the server lists them with the code of the saved draft. */
function DraftChoices({ pointer, children }: { pointer: string; children: ReactNode }) {
  const { actions, state, store } = useStudio()
  const skillSlug = textAt(state.document, `${pointer}/slug`)
  const load = useCallback<LoadChoices>(
    async (helper, input) => {
      await store.flush()
      return actions.listChoices({ skillSlug, helper, input: JSON.stringify(input) })
    },
    [actions, store, skillSlug],
  )
  return <FieldChoicesProvider value={load}>{children}</FieldChoicesProvider>
}

function SaveAsExample({ save }: { save: () => void }) {
  return (
    <Button variant="outline" size="sm" className="w-fit" onClick={save}>
      Save as example
    </Button>
  )
}

type TestConfigProps = {
  definitions: ConfigDefinition[]
  config: Json
  onChange: (config: Json) => void
  idPrefix: string
  children: ReactNode
}

export function TestConfig({ definitions, config, onChange, idPrefix, children }: TestConfigProps) {
  if (definitions.length === 0) return null
  return (
    <details className="rounded-lg border border-border bg-card p-4">
      <summary className="font-medium text-sm">Config for this test</summary>
      <p className="py-2 text-pretty text-muted-foreground text-sm">{children}</p>
      <LazyForm schema={configSchema(definitions)} value={config} onChange={onChange} idPrefix={idPrefix} />
    </details>
  )
}

function firstExample(document: Json, pointer: string): Json {
  const [example] = listAt(document, `${pointer}/examples`)
  return isObject(example) && isObject(example.input) ? example.input : {}
}

function toConfig(config: Json): JsonObject {
  return isObject(config) ? config : {}
}

/** Omits buttons that are not completely filled in yet. */
function readButtons(list: readonly Json[]): SkillButton[] {
  return list.flatMap((item) => {
    const { label, payload } = isObject(item) ? item : {}
    return typeof label === 'string' && label && typeof payload === 'string' && payload
      ? [{ label, payload }]
      : []
  })
}
