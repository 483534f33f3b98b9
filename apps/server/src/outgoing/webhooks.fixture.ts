import ipaddr from 'ipaddr.js';
import type { Networks } from './public-addresses.js';

/** What an operator sets who lets webhooks call this machine. */
export const LOOPBACK: Networks = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];
