'use client'

/**
 * What goes on behind a schema form: what it holds, its JSON twin, and what is said of both.
 *
 * Three values of one input: `held` is what the fields show (a cleared one is undefined), `current` is what that
 * means (cleared is absent), and `value` is what the parent keeps, always the `current` last told to it.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import type { Coercion } from '#lib/contract/schema/coercion.ts'
import type { Issue } from '#lib/errors.ts'
import { withDefaults } from './drawn-form.tsx'
import { prune } from './prune.ts'
import { quickCheck } from './quick-check.ts'

type Said = { issues: readonly Issue[]; coercions: readonly Coercion[] }

type Wanted = Partial<Said> & {
  schema: JsonSchema
  value: Json | undefined
  onChange: (value: Json) => void
  onSubmit?: (value: Json) => void
}

/** The JSON twin while it is open; `error` when its text is no JSON. */
type Twin = { text: string; error?: string }

export function useSchemaForm({ schema, value, issues, coercions, onChange, onSubmit }: Wanted) {
  const [twin, setTwin] = useState<Twin>()
  const [held, hold] = useHeld(schema, value, (next) => setTwin((open) => open && { text: pretty(next) }))
  const current = useMemo(() => prune(schema, held), [schema, held])
  const [said, setSaid] = useState<Said & { of: Json }>()
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer of the server is news here
  useEffect(() => {
    setSaid({ issues: issues ?? [], coercions: coercions ?? [], of: current })
  }, [issues, coercions])
  useEffect(() => {
    if (said && said.issues.length > 0) summary.current?.focus()
  }, [said])

  function change(next: unknown) {
    const meant = prune(schema, next)
    hold(next, meant)
    onChange(meant)
  }

  return {
    held,
    twin,
    summary,
    standing: standing(said, current),
    change,
    typeJson(text: string) {
      const { value: read, error } = readJson(text)
      setTwin({ text, error })
      if (read === undefined) return
      hold(read, read)
      onChange(read)
    },
    switchTo(mode: 'form' | 'json') {
      setTwin(mode === 'json' ? { text: pretty(current) } : undefined)
    },
    submit() {
      if (twin?.error !== undefined) return
      // In JSON anything may be tried: the server says what it thinks of it.
      if (twin) return onSubmit?.(held as Json)
      const found = quickCheck(schema, current)
      setSaid({ issues: found, coercions: [], of: current })
      // Rows that were left empty go, so that what is said of a row is said of the right one.
      change(withDefaults(schema, current))
      if (found.length === 0) onSubmit?.(current)
    },
  }
}

/** What was changed since is no longer what something was said of. */
function standing(said: (Said & { of: Json }) | undefined, current: Json): Said {
  const isUnchanged = ({ path }: { path: string }) =>
    sameJson(valueAt(said?.of, path), valueAt(current, path))
  return {
    issues: said?.issues.filter(isUnchanged) ?? [],
    coercions: said?.coercions.filter(isUnchanged) ?? [],
  }
}

type Hold = (held: unknown, meant: Json) => void

/** What the form holds: follows `value` when somebody else changed it, and keeps cleared fields cleared. */
function useHeld(
  schema: JsonSchema,
  value: Json | undefined,
  onFollow: (value: Json) => void,
): [unknown, Hold] {
  const [state, setState] = useState(() => ({ schema, value, held: withDefaults(schema, value) }))
  const hold: Hold = (held, meant) => setState({ schema, value: meant, held })
  // A page that refreshes brings the same contract as another object: nobody changed anything by that.
  const isSameSchema = state.schema === schema || sameJson(state.schema, schema)
  if (isSameSchema && sameJson(value, state.value)) return [state.held, hold]
  const fresh = { schema, value, held: withDefaults(schema, value) }
  setState(fresh)
  onFollow(prune(schema, fresh.held))
  return [fresh.held, hold]
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2)
}

function readJson(text: string): { value: Json; error?: undefined } | { value?: undefined; error: string } {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (thrown) {
    return { error: (thrown as Error).message }
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
