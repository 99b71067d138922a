'use client'

import { Badge } from '../../ui/badge.tsx'
import { FieldAdvice } from '../advice/field-advice.tsx'
import { textAt } from '../edit-document.ts'
import { LinesField } from '../fields/lines-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { PriceField } from '../fields/price-field.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { MoreFields } from '../more-fields.tsx'
import { Section } from '../section.tsx'
import { skillPointer } from '../sections.ts'
import { SkillMenu } from '../skill-menu.tsx'
import { useStudio } from '../studio-context.tsx'

const RISK = {
  'read-only': 'Read-only: looks, changes nothing',
  writes: 'Writes: changes data somewhere',
  commands: 'Commands: makes something happen that cannot be undone',
}

/** What a skill is called and what agents are told of it. */
export function SkillDetailsSection({ skill }: { skill: number }) {
  const { data, state, value } = useStudio()
  const pointer = skillPointer(skill)
  const slug = textAt(state.document, `${pointer}/slug`)
  const isInstruction = textAt(state.document, `${pointer}/kind`) === 'instruction'
  const hasRare = ['availability', 'limits'].some((key) => value(`${pointer}/${key}`) !== undefined)
  return (
    <Section
      place={{ section: 'details', skill }}
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
          help="One or two sentences for people choosing a skill."
        />
        <TextField
          pointer={`${pointer}/prompt`}
          label="Prompt"
          max={2000}
          rows={6}
          help="For agents: when to use this skill, what it expects, what it returns, and what to watch out for."
        />
        <SelectField pointer={`${pointer}/riskLevel`} label="Risk" options={RISK} fallback="read-only" />
        <FieldAdvice pointer={`${pointer}/riskLevel`} className="-mt-3" />
        {!isInstruction && <PriceField pointer={`${pointer}/pricing`} />}
        <LinesField
          pointer={`${pointer}/sideEffects`}
          label="Side effects"
          help="What it changes outside, one on each line."
          rows={2}
        />
        <FieldAdvice pointer={`${pointer}/sideEffects`} className="-mt-3" />
        <LinesField
          pointer={`${pointer}/tags`}
          label="Tags"
          help="Other words people may search for, one on each line."
        />
        <MoreFields summary="Rarely needed" isOpen={hasRare}>
          <TextField
            pointer={`${pointer}/availability`}
            label="Availability"
            optional
            help="When it can be used, if not always."
          />
          <FieldAdvice pointer={`${pointer}/availability`} className="-mt-3" />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <NumberField
              pointer={`${pointer}/limits/timeoutMs`}
              label="Time limit"
              placeholder="10000"
              help="In milliseconds; less than the default ten seconds."
            />
            <NumberField
              pointer={`${pointer}/limits/memoryMb`}
              label="Memory it needs"
              placeholder="128"
              help="Megabytes it needs. For information only: a run always gets 128."
            />
          </div>
        </MoreFields>
      </div>
    </Section>
  )
}

/** Kind and runtime were chosen when the skill was added. */
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
