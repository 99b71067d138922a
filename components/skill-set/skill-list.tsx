import { ChevronRight } from 'lucide-react'
import type { SkillLine } from '#lib/catalog/views.ts'
import { EvidenceLine } from '../catalog/evidence-line.tsx'
import { SkillFacts } from '../catalog/skill-facts.tsx'
import { Link } from '../ui/link.tsx'

type SkillListProps = {
  skills: SkillLine[]
  hrefOf: (slug: string) => string
}

/** The skills of a SkillSet; each line leads to the page where it runs. */
export function SkillList({ skills, hrefOf }: SkillListProps) {
  return (
    <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-card shadow-xs">
      {skills.map((skill) => (
        <li key={skill.slug} className="group relative flex items-center gap-4 px-5 py-4 hover:bg-muted/60">
          <div className="grid min-w-0 flex-1 gap-1.5">
            <h3 className="font-medium">
              <Link
                href={hrefOf(skill.slug)}
                className="underline-offset-4 -outline-offset-2 after:absolute after:inset-0 group-hover:underline"
              >
                {skill.name}
              </Link>
            </h3>
            <p className="text-pretty text-muted-foreground text-sm">{skill.description}</p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <SkillFacts runtime={skill.runtime} riskLevel={skill.riskLevel} price={skill.price} />
              <EvidenceLine evidence={skill.evidence} />
            </div>
          </div>
          <ChevronRight className="size-5 shrink-0 text-muted-foreground" aria-hidden />
        </li>
      ))}
    </ul>
  )
}
