'use client'

import { useId, useState } from 'react'
import type { ConfigDefinition } from '#lib/contracts/document/skillset-document.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import type { SentTestRun } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { TryOutSkill } from '#lib/publishing/review/review-views.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/input.tsx'
import { LazyForm } from '../fields/lazy-form.tsx'
import { TestConfig } from './try-section.tsx'
import { TestOutput, useTestRunBy } from './use-test-run.tsx'

type ReviewTryOutProps = {
  skills: TryOutSkill[]
  definitions: ConfigDefinition[]
  begin: (request: SentTestRun) => Promise<ActionResult<RunView>>
}

/** Shown as users will see it; loaded on request. */
export function ReviewTryOut({ skills, definitions, begin }: ReviewTryOutProps) {
  const [slug, setSlug] = useState<string>()
  const chosen = skills.find((each) => each.slug === slug)
  const labelId = useId()
  if (skills.length === 0)
    return <p className="text-muted-foreground text-sm">Instruction skills do not run.</p>
  return (
    <div className="grid gap-4">
      <DisabledUntilHydrated className="flex flex-wrap items-end gap-3">
        <label className="grid w-full gap-1.5 font-medium text-sm sm:w-80" htmlFor={labelId}>
          Skill
          <Select
            id={labelId}
            value={slug ?? skills[0]?.slug}
            onChange={({ target }) => setSlug(target.value)}
          >
            {skills.map((each) => (
              <option key={each.slug} value={each.slug}>
                {each.name}
              </option>
            ))}
          </Select>
        </label>
        {!chosen && (
          <Button variant="outline" onClick={() => setSlug(skills[0]?.slug)}>
            Open the form
          </Button>
        )}
      </DisabledUntilHydrated>
      {chosen && <TryOutForm key={chosen.slug} skill={chosen} definitions={definitions} begin={begin} />}
    </div>
  )
}

type TryOutFormProps = { skill: TryOutSkill } & Pick<ReviewTryOutProps, 'definitions' | 'begin'>

function TryOutForm({ skill, definitions, begin }: TryOutFormProps) {
  const [input, setInput] = useState<Json>(skill.input)
  const [config, setConfig] = useState<Json>({})
  const test = useTestRunBy(begin)
  const run = (args: Json) =>
    test.start({
      skillSlug: skill.slug,
      args,
      ...(definitions.length > 0 && { config: isObject(config) ? config : {} }),
    })
  return (
    <div className="@container">
      <div className="grid items-start gap-6 @3xl:grid-cols-2">
        <div className="grid gap-6">
          {definitions.length > 0 && (
            <TestConfig
              definitions={definitions}
              config={config}
              onChange={setConfig}
              idPrefix={`try-config-${skill.slug}`}
            />
          )}
          <LazyForm
            schema={skill.parameters}
            value={input}
            onChange={setInput}
            onSubmit={(args) => void run(args)}
            disabled={test.isRunning}
            submitLabel={test.isRunning ? 'Running…' : 'Run'}
            issues={test.error?.details}
            idPrefix={`try-${skill.slug}`}
          />
        </div>
        <TestOutput
          test={test}
          response={skill.response ?? undefined}
          buttons={skill.buttons}
          onRunWith={(args) => {
            setInput(args)
            void run(args)
          }}
        />
      </div>
    </div>
  )
}
