import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recallDriver } from '../../driver.ts'
import { homeScreen } from './menu.ts'

/** In place of a screen that is closed: leads home. */
export function Away() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: `/${homeScreen(recallDriver())}`, replace: true })
  }, [navigate])
  return null
}
