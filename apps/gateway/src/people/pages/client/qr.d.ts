export { default } from 'qr';
