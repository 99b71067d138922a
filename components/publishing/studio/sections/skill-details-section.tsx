'use client'

import { findSkillLimits, laneOf } from '#lib/contracts/document/skill-limits.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { Badge } from '../../../ui/badge.tsx'
import { InputField } from '../../../ui/forms/field.tsx'
import { FieldAdvice } from '../advice/advice-list.tsx'
import { SelectField, SwitchField } from '../fields/choice-fields.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { LinesField, TextField } from '../fields/text-fields.tsx'
import { CollapsedFields, StudioSection } from '../layout/studio-section.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'
import { skillPointer } from '../state/studio-sections.ts'
import { SkillMenu } from './skill-menu.tsx'

const RISK = {
  'read-only': 'Read-only: changes nothing',
  writes: 'Writes: changes data',
  commands: 'Commands: triggers actions that cannot be undone',
}

const LANES = {
  quick: 'Quick: callers wait for the result',
  long: 'Long: up to 15 minutes, in the background',
}

export function SkillDetailsSection({ skill }: { skill: number }) {
  const { data, state } = useStudio()
  const pointer = skillPointer(skill)
  const slug = textAt(state.document, `${pointer}/slug`)
  const isInstruction = textAt(state.document, `${pointer}/kind`) === 'instruction'
  return (
    <StudioSection
      location={{ section: 'details', skill }}
      title={textAt(state.document, `${pointer}/name`) || 'Unnamed skill'}
      description={<code>{[data.publisher.handle, state.slug, slug || '…'].join('.')}</code>}
      actions={<SkillMenu skill={skill} />}
    >
      <div key={skill} className="grid max-w-3xl gap-6">
        <KindBadges pointer={pointer} />
        <TextField pointer={`${pointer}/name`} label="Name" max={100} />
        <TextField pointer={`${pointer}/slug`} label="Slug" max={64} isCode />
        <TextField
          pointer={`${pointer}/description`}
          label="Description"
          max={500}
          rows={2}
          help="One or two sentences for people choosing a skill, at least 20 characters."
        />
        <TextField
          pointer={`${pointer}/prompt`}
          label="Prompt"
          max={2000}
          rows={6}
          help="For agents: when to use this skill, what it expects, what it returns, and what to watch out for. At least 40 characters."
        />
        <SelectField pointer={`${pointer}/riskLevel`} label="Risk" options={RISK} emptyLabel="Not declared" />
        <FieldAdvice pointer={`${pointer}/riskLevel`} className="-mt-3" />
        <PriceField pointer={`${pointer}/pricing`} isText={isInstruction} />
        {!isInstruction && <ItemPriceFields pointer={`${pointer}/pricing`} />}
        {!isInstruction && <DryRunFields pointer={pointer} />}
        <LinesField
          pointer={`${pointer}/sideEffects`}
          label="Side effects"
          help="What the skill changes outside the run, one per line."
          rows={2}
        />
        <FieldAdvice pointer={`${pointer}/sideEffects`} className="-mt-3" />
        <LinesField pointer={`${pointer}/tags`} label="Tags" help="Search keywords, one per line." />
        <RareFields pointer={pointer} />
      </div>
    </StudioSection>
  )
}

function RareFields({ pointer }: { pointer: string }) {
  const { state, value } = useStudio()
  const runtime = textAt(state.document, `${pointer}/runtime`) === 'python' ? 'python' : 'javascript'
  const lane = textAt(state.document, `${pointer}/limits/lane`)
  const limits = findSkillLimits(runtime, laneOf({ limits: { lane } }))
  const hasRare = ['availability', 'limits'].some((key) => value(`${pointer}/${key}`) !== undefined)
  return (
    <CollapsedFields summary="Rarely needed" isOpen={hasRare}>
      <TextField
        pointer={`${pointer}/availability`}
        label="Availability"
        optional
        help="When the skill can be used, if not always."
      />
      <FieldAdvice pointer={`${pointer}/availability`} className="-mt-3" />
      <SelectField
        pointer={`${pointer}/limits/lane`}
        label="Lane"
        help="Runs of the long lane are always in the background. Callers get the queued run and follow it."
        options={LANES}
        defaultOption="quick"
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <NumberField
          pointer={`${pointer}/limits/timeoutMs`}
          label="Time limit"
          placeholder={String(limits.timeoutMs)}
          help="In milliseconds. Ends a run earlier than the default."
        />
        <NumberField
          pointer={`${pointer}/limits/memoryMb`}
          label="Memory it needs"
          placeholder={String(limits.memoryMb)}
          help="In megabytes. For information only: every run gets the default."
        />
      </div>
    </CollapsedFields>
  )
}

function KindBadges({ pointer }: { pointer: string }) {
  const { state } = useStudio()
  const isInstruction = textAt(state.document, `${pointer}/kind`) === 'instruction'
  const isPython = textAt(state.document, `${pointer}/runtime`) === 'python'
  return (
    <div className="flex gap-2">
      <Badge>{isInstruction ? 'Instructions' : 'Action'}</Badge>
      {!isInstruction && <Badge>{isPython ? 'Python' : 'JavaScript'}</Badge>}
    </div>
  )
}

const PRICE_HELP =
  'Leave empty for a free skill. Callers pay only when the output matches the contract. Runs by your organisation, and by its owners and admins in any organisation, are free.'

const TEXT_PRICE_HELP =
  'Leave empty for free instructions. With a price, organisations read the text and its files once they have bought it, in all versions of the same major. Name, description, prompt, headings and size stay visible.'

function PriceField({ pointer, isText }: { pointer: string; isText: boolean }) {
  const { state, set, value, errors } = useStudio()
  const amountPointer = `${pointer}/amount`
  const pricing = value(pointer)
  return (
    <InputField
      id={fieldId(amountPointer)}
      label={isText ? 'Price of the text (USDC)' : 'Price per run (USDC)'}
      optional
      className="max-w-xs"
      help={isText ? TEXT_PRICE_HELP : PRICE_HELP}
      errors={[...errors(amountPointer), ...errors(pointer)]}
      inputMode="decimal"
      placeholder="0.05"
      value={textAt(state.document, amountPointer)}
      onChange={(text) => {
        const rest = isObject(pricing) ? pricing : {}
        const priced = { ...rest, model: 'per_job', amount: text.trim(), currency: 'USDC' }
        set(pointer, text === '' ? undefined : priced)
      }}
    />
  )
}

/** Only for a skill with a price, which is then the most that a run costs. */
function ItemPriceFields({ pointer }: { pointer: string }) {
  const { state, set, value, errors } = useStudio()
  if (value(pointer) === undefined) return null
  const itemPointer = `${pointer}/perItem`
  const [amount, list] = ['amount', 'list'].map((key) => textAt(state.document, `${itemPointer}/${key}`))
  const change = (next: { amount?: string | undefined; list?: string | undefined }) => {
    const perItem = { amount: amount ?? '', list: list ?? '', ...next }
    set(itemPointer, perItem.amount === '' && perItem.list === '' ? undefined : perItem)
  }
  return (
    <div className="grid max-w-xl gap-4 sm:grid-cols-2">
      <InputField
        id={fieldId(`${itemPointer}/amount`)}
        label="Price per item (USDC)"
        optional
        help="With it, the price per run is the most that a run costs."
        errors={[...errors(`${itemPointer}/amount`), ...errors(itemPointer)]}
        inputMode="decimal"
        placeholder="0.002"
        value={amount ?? ''}
        onChange={(text) => change({ amount: text.trim() })}
      />
      <InputField
        id={fieldId(`${itemPointer}/list`)}
        label="Paid list in the output"
        optional
        help="Its JSON Pointer."
        errors={errors(`${itemPointer}/list`)}
        placeholder="/items"
        value={list ?? ''}
        onChange={(text) => change({ list: text.trim() })}
      />
    </div>
  )
}

function DryRunFields({ pointer }: { pointer: string }) {
  const { state, set, value, errors } = useStudio()
  const pricePointer = `${pointer}/pricing/dryRunAmount`
  const isSupported = value(`${pointer}/dryRun`) !== undefined
  const hasPrice = value(`${pointer}/pricing`) !== undefined
  const isShown = hasPrice && (isSupported || value(pricePointer) !== undefined)
  return (
    <div className="grid gap-4">
      <SwitchField
        pointer={`${pointer}/dryRun`}
        label="Supports dry runs"
        onValue="supported"
        optional
        help="The handler checks context.dryRun and makes no changes when it is true. A paid skill rejects dry runs without this."
      />
      {isShown && (
        <InputField
          id={fieldId(pricePointer)}
          label="Price per dry run (USDC)"
          optional
          className="max-w-xs"
          help="Leave empty for free dry runs."
          errors={errors(pricePointer)}
          inputMode="decimal"
          placeholder="0"
          value={textAt(state.document, pricePointer)}
          onChange={(text) => set(pricePointer, text.trim() || undefined)}
        />
      )}
    </div>
  )
}
