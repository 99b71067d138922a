'use client'

import { Component, type ComponentProps, type ReactNode, useMemo } from 'react'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { useLoaded } from '../code-editor/use-loaded.ts'
import type { SchemaForm } from '../schema-form/schema-form.tsx'
import { Alert } from '../ui/alert.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const loadForm = () => import('../schema-form/schema-form.tsx')

/**
 * The form a contract draws. The engine is large, so it comes when a form is first shown; and a schema that is
 * being written may be one it cannot draw, which must not take the studio down.
 */
export function LazyForm({ schema, ...props }: ComponentProps<typeof SchemaForm>) {
  const engine = useLoaded(loadForm)
  // The same contract is the same object for the engine, however often it is written anew.
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
    return <Alert variant="warning">No form can be drawn from this schema.</Alert>
  }
}
