'use client';

import { useEffect } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { createCardEncryption, preloadCardEncryption } from '@/components/card/card-encryption';
