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

/** Loads a large output later. */
export function SharedOutput({ run, token, response, buttons }: SharedOutputProps) {
  const [whole, setWhole] = useState<SharedRun['run']>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!run.isPartial) return
    const leaving = new AbortController()
    fetch(`/api/shared/${encodeURIComponent(token)}`, { signal: leaving.signal })
      .then(async (answer) => (answer.ok ? setWhole(await answer.json()) : setHasFailed(true)))
      .catch(() => leaving.signal.aborted || setHasFailed(true))
    return () => leaving.abort()
  }, [run, token])

  if (hasFailed) return <p role="alert">The result could not be loaded. Reload the page to try again.</p>
  return <OutputPanel run={whole ?? run} response={response} buttons={buttons} />
}
