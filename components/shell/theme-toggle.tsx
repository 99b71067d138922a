'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { parseTheme } from '#lib/contract/market/theme.ts'
import { Button } from '../ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { useTheme } from './use-theme.ts'

const THEME_CHOICES = [
  { theme: 'system', label: 'As the system', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const

/** Light, dark, or as the system has it. */
export function ThemeToggle() {
  const [theme, choose] = useTheme()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Sun className="dark:hidden" aria-hidden />
          <Moon className="hidden dark:block" aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent inPlace align="end" className="min-w-40">
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
