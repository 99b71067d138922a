'use client'

import { Component, type ComponentProps, type ReactNode, useMemo } from 'react'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { useLoaded } from '../../../code-editor/use-loaded.ts'
import type { SchemaForm } from '../../../forms/schema-form.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Skeleton } from '../../../ui/empty-state.tsx'

const loadForm = () => import('../../../forms/schema-form.tsx')

/** Loads on first use. The boundary catches schemas that it cannot render. */
export function LazyForm({ schema, ...props }: ComponentProps<typeof SchemaForm>) {
  const engine = useLoaded(loadForm)
  // The engine compares schemas by identity.
  const text = JSON.stringify(schema)
  const same = useMemo<JsonSchema>(() => JSON.parse(text), [text])
  const fields = Object.keys((same.properties as object | undefined) ?? {}).length
  if (!engine) return <Skeleton style={{ height: `${Math.max(1, fields) * 5.5}rem` }} />
  return (
    <Guard key={text}>
      <engine.SchemaForm {...props} schema={same} />
    </Guard>
  )
}

class Guard extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  render() {
    if (!this.state.hasFailed) return this.props.children
    return <Alert variant="warning">This schema cannot be shown as a form.</Alert>
  }
}
