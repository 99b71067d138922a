'use client'

/** References in a form: shown as what they are, chosen from a list of what fits, and found within a text. */
import { X } from 'lucide-react'
import { useCallback } from 'react'
import type { Json } from '#lib/contract/json/json.ts'
import { parseTemplate } from '#lib/contract/plan/reference.ts'
import type { StandInProps, StandIns } from '../../schema-form/stand-ins.ts'
import { Button } from '../../ui/button.tsx'
import { usePartPointer } from './part-place.ts'
import { ReferenceChip } from './reference-chip.tsx'
import { ReferencePicker } from './reference-picker.tsx'

/** For the form of the part of a plan at `at`. References stand in arguments, as what a step is repeated for, and in results. */
export function referencesIn(at: string): StandIns {
  return { isPlace: (pointer) => MAY_REFER.test(at + pointer), isStandIn: isReference, Shown, Offer, Within }
}

const MAY_REFER = /^\/(steps\/\d+\/(args\/.+|foreach\/from(\/.+)?)|outputs\/.+)$/s

function isReference(value: Json | undefined): boolean {
  return typeof value === 'string' && parseTemplate(value).is === 'reference'
}

function Shown({ id, label, json, change }: StandInProps) {
  const template = parseTemplate(String(json))
  if (template.is !== 'reference') return null
  return (
    <div
      id={id}
      tabIndex={-1}
      className="flex min-h-9 min-w-0 items-center gap-1.5 rounded-md border border-input border-dashed bg-card py-1 pr-1 pl-1.5"
    >
      <ReferenceChip reference={template.reference} className="border-transparent" />
      <Button
        variant="ghost"
        size="icon-sm"
        className="ml-auto size-7 text-muted-foreground"
        aria-label={`Type a value for ${label} instead`}
        title="Type a value instead"
        onClick={() => change(undefined)}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}

function Offer({ id, label, pointer, json, facts, change }: StandInProps) {
  const at = usePartPointer()
  // In a text the value may be one word of it.
  const isText = facts.type === 'string' && facts.enum === undefined && facts.format === undefined
  const written = isText && typeof json === 'string' && !isReference(json) ? json : ''
  const insert = useCallback(
    (text: string) => {
      const control = document.getElementById(id)
      const place =
        control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
          ? (control.selectionStart ?? written.length)
          : written.length
      change(`${written.slice(0, place)}\${${text}}${written.slice(place)}`)
    },
    [id, written, change],
  )
  return (
    <ReferencePicker
      label={label}
      pointer={at + pointer}
      isChosen={isReference(json)}
      onChoose={change}
      onInsert={written === '' ? undefined : insert}
    />
  )
}

function Within({ json }: StandInProps) {
  const template = parseTemplate(String(json))
  if (template.is !== 'mixed') return null
  const references = template.parts.filter((part) => typeof part !== 'string')
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-muted-foreground text-xs">
      With
      {references.map((reference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same one may stand there twice
        <ReferenceChip key={index} reference={reference} className="px-1.5 py-0.5 text-xs" />
      ))}
    </p>
  )
}
