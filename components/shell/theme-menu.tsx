'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { parseTheme } from '#lib/kernel/site/theme.ts'
import { useTheme } from '../browser/use-theme.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../ui/dialogs/dropdown-menu.tsx'

const THEME_CHOICES = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const

export function OpenedThemeMenu({ trigger }: { trigger: ReactElement<ComponentProps<'button'>> }) {
  const [theme, choose] = useTheme()
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent isInline align="end" className="min-w-40">
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => choose(parseTheme(value))}>
          {THEME_CHOICES.map(({ theme, label, Icon }) => (
            <DropdownMenuRadioItem key={theme} value={theme}>
              <Icon aria-hidden />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
