import { redirect } from 'next/navigation'
import { paths } from '#lib/site/paths.ts'

/** Settings are per SkillSet. */
export default function ConfigPage(): never {
  redirect(paths.installed)
}
