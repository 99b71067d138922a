/**
 * Test page for the form engine, without site or server.
 *
 * Not part of the product: `forms.spec.ts` bundles it and controls it through `window.bench`.
 */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SchemaForm } from '#components/forms/schema-form.tsx'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { pendingRe2 } from '#re2'
import '../../app/globals.css'
import type { BrowserInput } from './browser-input.ts'
import { fillInputs } from './fill-inputs.ts'
import { KEYBOARD } from './keyboard.ts'

/** The submitted value, or the messages of the error summary. */
export type Outcome = { arrived?: string; refused?: string[] }

/** Results for one schema: a fresh form, and each value entered as JSON and by hand. */
export type Trial = {
  drawn: number
  fresh: Outcome
  /** `byHand` is absent for values refused as JSON, and a string if a part has no input. */
  values: { asJson: Outcome; byHand?: Outcome | string }[]
}

const root = createRoot(document.getElementById('root') as HTMLElement)
let drawn = 0
let arrived: string | undefined
let currentValue: Json | undefined

/** Stores the form's value, as every parent does. */
function Parent({ schema, start }: { schema: JsonSchema; start?: Json }) {
  const [value, setValue] = useState(start)
  return (
    <SchemaForm
      schema={schema}
      value={value}
      idPrefix="input"
      submitLabel="Run"
      header={<h2 className="font-semibold text-sm">Input</h2>}
      onChange={(next) => {
        currentValue = next
        setValue(next)
      }}
      onSubmit={(sent) => {
        arrived = JSON.stringify(sent)
      }}
    />
  )
}

function draw(schema: JsonSchema, value?: Json): number {
  drawn++
  currentValue = value
  flushSync(() =>
    root.render(
      <main className="mx-auto max-w-6xl bg-background p-4 text-foreground">
        <section className="rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5">
          <Parent key={drawn} schema={schema} start={value} />
        </section>
      </main>,
    ),
  )
  return document.querySelectorAll('input, textarea, select, button').length
}

/** Renders a schema, enters each value in every way, and submits it. Everything is JSON text. */
async function tryOut(schemaText: string, valueTexts: string[]): Promise<Trial> {
  const schema = JSON.parse(schemaText) as JsonSchema
  const trial: Trial = { drawn: draw(schema), fresh: await send(), values: [] }
  for (const text of valueTexts) {
    const asJson = await sendAsJson(text)
    trial.values.push({
      asJson,
      ...(asJson.arrived && { byHand: await sendByHand(schema, JSON.parse(text)) }),
    })
  }
  return trial
}

async function sendAsJson(text: string): Promise<Outcome> {
  await press('JSON')
  const jsonInput = document.querySelector<HTMLTextAreaElement>('#input-json')
  if (!jsonInput) throw new Error('There is no JSON view')
  type(jsonInput, text)
  await tick()
  await press('Form')
  return send()
}

async function sendByHand(schema: JsonSchema, value: Json): Promise<Outcome | string> {
  draw(schema, {})
  const byScript: BrowserInput = {
    type: async (target, text) => type(target, text),
    click: async (target) => target.click(),
    leave: async (target) => target.blur(),
    tick,
    currentValue: () => currentValue ?? {},
  }
  return (await fillInputs(schema, value, byScript)) ?? send()
}

/** Fills an empty form by keyboard and submits it. Returns a string if a part has no input. */
async function fillByKeyboard(schemaText: string, valueText: string): Promise<Outcome | string> {
  const schema: JsonSchema = JSON.parse(schemaText)
  draw(schema, {})
  arrived = undefined
  const missing = await fillInputs(schema, JSON.parse(valueText), {
    ...KEYBOARD,
    currentValue: () => currentValue ?? {},
  })
  if (missing !== undefined) return missing
  const run = document.querySelector<HTMLElement>('button[type="submit"]')
  if (run) await KEYBOARD.click(run)
  await KEYBOARD.tick()
  return outcome()
}

async function send(): Promise<Outcome> {
  arrived = undefined
  await press('Run')
  return outcome()
}

function outcome(): Outcome {
  if (arrived !== undefined) return { arrived }
  return {
    refused: [...document.querySelectorAll('[role="alert"] li')].map((item) => item.textContent ?? ''),
  }
}

/** `lost` describes, as JSON text, values changed by switching a choice to another branch and back. */
export type Switches = { count: number; lost: string[] }

/** Limits the time for a form with hundreds of choices. */
const MAX_SWITCHES = 24

async function switchBranches(schemaText: string, valueText: string): Promise<Switches> {
  const found: Switches = { count: 0, lost: [] }
  const open = async () => {
    draw(JSON.parse(schemaText) as JsonSchema, JSON.parse(valueText) as Json)
    await tick()
    for (const button of document.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) button.click()
    await tick()
  }
  await open()
  const before = sorted(currentValue)
  const kinds = 'select[id*="__kind"], select[id$="__type"]'
  const selectOf = (id: string) => document.getElementById(id) as HTMLSelectElement | null
  for (const { id, value: chosen, options } of [...document.querySelectorAll<HTMLSelectElement>(kinds)]) {
    for (const other of [...options].map((option) => option.value).filter((other) => other !== chosen)) {
      if (found.count >= MAX_SWITCHES) return found
      for (const next of [other, chosen]) {
        const select = selectOf(id)
        if (select) type(select, next)
        await tick()
      }
      found.count++
      const after = sorted(currentValue)
      if (after === before) continue
      // A removed choice takes its value along, so that it cannot return.
      if (other !== '') found.lost.push(`${id} to ${other} and back: ${difference(before, after)}`)
      await open()
    }
  }
  return found
}

function difference(before: string, after: string): string {
  const at = [...before].findIndex((character, index) => character !== after[index])
  const part = (text: string) => text.slice(Math.max(0, at - 40), at + 80)
  return `${part(before)} became ${part(after)}`
}

/** Returns the value as text with sorted properties. */
function sorted(value: Json | undefined): string {
  return JSON.stringify(value, (_key, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

async function press(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  buttons.find((button) => button.textContent?.trim() === name)?.click()
  await tick()
}

/** Sets a value like typing: bypasses React's value tracking and dispatches the event it expects. */
function type(target: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set
  set?.call(target, text)
  target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Waits until React has rendered the effects of an event. React uses microtasks here, so a few turns suffice
 * and no timer is involved.
 */
async function tick(): Promise<void> {
  for (let round = 0; round < 4; round++) await null
}

/** Returns the milliseconds to draw a form, and from a key press to its drawn result (median of eleven). */
async function measure(schemaText: string): Promise<{ drawMs: number; keyMs: number }> {
  const startedAt = performance.now()
  draw(JSON.parse(schemaText))
  document.body.getBoundingClientRect()
  const drawMs = performance.now() - startedAt
  const field = document.querySelector<HTMLInputElement>('input, textarea')
  if (!field) throw new Error('The form has no field')
  const times: number[] = []
  for (let key = 1; key <= 11; key++) {
    const pressedAt = performance.now()
    type(field, 'a'.repeat(key))
    await tick()
    document.body.getBoundingClientRect()
    times.push(performance.now() - pressedAt)
  }
  return { drawMs, keyMs: times.sort((a, b) => a - b)[5] ?? 0 }
}

const bench = {
  draw,
  tryOut,
  send,
  switchBranches,
  fillByKeyboard,
  measure,
  currentValue: () => currentValue,
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
// With the engine loaded, forms are drawn at once.
await pendingRe2()
window.bench = bench
