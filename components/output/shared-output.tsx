'use client'

import { useEffect, useState } from 'react'
import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import type { SharedRun } from '#lib/runs/views/run-view.ts'
import { OutputPanel } from './output-panel.tsx'

type SharedOutputProps = {
  run: SharedRun['run']
  token: string
  response?: JsonSchema
  buttons?: readonly SkillButton[]
}

/** The output of a shared run. A large one is loaded after the page. */
export function SharedOutput({ run, token, response, buttons }: SharedOutputProps) {
  const [loadedRun, setLoadedRun] = useState<SharedRun['run']>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!run.isPartial) return
    const controller = new AbortController()
    fetch(`/api/shared/${encodeURIComponent(token)}`, { signal: controller.signal })
      .then(async (answer) => (answer.ok ? setLoadedRun(await answer.json()) : setHasFailed(true)))
      .catch(() => controller.signal.aborted || setHasFailed(true))
    return () => controller.abort()
  }, [run, token])

  if (hasFailed) return <p role="alert">The result could not be loaded. Reload the page to try again.</p>
  return <OutputPanel run={loadedRun ?? run} response={response} buttons={buttons} />
}
