'use client'

/** Controls of stored secrets, which can be replaced, removed or left, but never shown. */
import { Lock, Undo2 } from 'lucide-react'
import { createContext, use } from 'react'
import { flushSync } from 'react-dom'
import type { ConfigField } from '#lib/config/get-config-form.ts'
import type { FieldPlaceholderProps, FieldPlaceholders } from '../forms/frame/field-placeholders.ts'
import { Button } from '../ui/button.tsx'
import { Time } from '../ui/time.tsx'
import { REMOVED, STORED } from './config-changes.ts'

type StoredSecrets = {
  canEdit: boolean
  /** The fields by their JSON pointers. */
  fields: ReadonlyMap<string, ConfigField>
}

const Context = createContext<StoredSecrets>({ canEdit: false, fields: new Map() })

export const StoredSecretsProvider = Context.Provider

export function secretPlaceholders({ fields }: StoredSecrets): FieldPlaceholders {
  return {
    isAllowedAt: (pointer) => fields.has(pointer),
    isPlaceholder: (value) => value === STORED || value === REMOVED,
    Control,
    LabelButton,
    Footer: () => null,
  }
}

function Control({ id, label, pointer, json, change }: FieldPlaceholderProps) {
  const { canEdit, fields } = use(Context)
  const set = fields.get(pointer)?.set
  if (json === REMOVED)
    return (
      <p id={id} tabIndex={-1} className="text-sm text-warning">
        Will be removed when you save.
      </p>
    )
  function replace() {
    flushSync(() => change(undefined))
    document.getElementById(id)?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-border bg-muted px-3 py-2 text-sm">
      <p className="flex min-w-0 items-center gap-2">
        <Lock className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <span>
          Set {set && <Time at={set.updatedAtMs} style="day" />}
          {set?.hint && (
            <>
              , ends in <code>…{set.hint}</code>
            </>
          )}
        </span>
      </p>
      {canEdit && (
        <span className="ml-auto flex gap-2">
          <Button id={id} variant="outline" size="sm" aria-label={`Replace ${label}`} onClick={replace}>
            Replace
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove ${label}`}
            onClick={() => {
              flushSync(() => change(REMOVED))
              document.getElementById(id)?.focus()
            }}
          >
            Remove
          </Button>
        </span>
      )}
    </div>
  )
}

function LabelButton({ id, label, json, change }: FieldPlaceholderProps) {
  if (json === STORED) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      className="h-7"
      onClick={() => {
        flushSync(() => change(STORED))
        document.getElementById(id)?.focus()
      }}
    >
      <Undo2 aria-hidden /> Keep current value<span className="sr-only">: {label}</span>
    </Button>
  )
}
