'use client'

import type { Finding } from '#lib/contract/lint/finding.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../section.tsx'
import { placeOf, SKILL_SECTIONS, type SkillSection } from '../sections.ts'
import { adviceOn, useAdvice } from './advice-context.tsx'
import { AdviceList } from './advice-list.tsx'
import { FollowAll } from './follow-all.tsx'

/** Everything that could be better about one skill. */
export function AdviceSection({ skill }: { skill: number }) {
  const advice = useAdvice()
  const findings = adviceOn(advice.findings, skill)
  const hidden = adviceOn(advice.hidden, skill)
  return (
    <Section
      place={{ section: 'advice', skill }}
      title="Advice"
      description={
        <>
          What would make the contract easier to use. None of it blocks publishing.{' '}
          <Link href={paths.docsLint} className="underline underline-offset-4">
            All rules
          </Link>
        </>
      }
      actions={<FollowAll findings={findings} />}
    >
      <div className="grid max-w-3xl gap-6">
        {findings.length === 0 && (
          <EmptyState title="Nothing to add">
            {hidden.length > 0 ? 'What is left was hidden.' : 'This contract follows all advice.'}
          </EmptyState>
        )}
        {bySection(findings).map(([section, group]) => (
          <div key={section} className="grid gap-2">
            <h3 className="font-medium text-sm">{SKILL_SECTIONS[section].label}</h3>
            <div className="rounded-lg border border-border bg-card">
              <AdviceList findings={group} />
            </div>
          </div>
        ))}
        {hidden.length > 0 && (
          <Button variant="ghost" size="sm" className="w-fit" onClick={() => advice.show(hidden)}>
            Show {hidden.length === 1 ? 'the one that is' : `the ${hidden.length} that are`} hidden
          </Button>
        )}
      </div>
    </Section>
  )
}

function bySection(findings: readonly Finding[]): [SkillSection, Finding[]][] {
  const sections = Object.keys(SKILL_SECTIONS) as SkillSection[]
  return sections.flatMap((section): [SkillSection, Finding[]][] => {
    const group = findings.filter(({ pointer }) => placeOf(pointer).section === section)
    return group.length > 0 ? [[section, group]] : []
  })
}
