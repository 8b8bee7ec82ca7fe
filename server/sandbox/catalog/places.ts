/**
 * The locations of the seeded catalog by time zone (DISC-08, DISC-38). Cities, postal codes and coordinates are real; the
 * addresses are fictional.
 *
 * A row: city | state | postal code | lat | lng | address line 1 | address line 2 | tests. A test may carry a mark for its trait:
 * `*empty` (empty_schedule), `*calendar` (calendar_unavailable), `*note` (additional_note), `*dst` (dst_change).
 *
 * Two gaps are intended: interior Alaska has no location within 100 miles, and Anchorage, Spokane and Bozeman have
 * body-composition tests but no DEXA within 100 miles (DISC-18, DISC-19).
 */
export const placesByTimezone: Readonly<Record<string, string>> = {
  'America/New_York': `
    New York         | NY | 10038 | 40.7092 | -74.0023 | 118 Larkmoor Street     | Floor 4    | DEXA CALST VO2 RMR
    New York         | NY | 10010 | 40.7390 | -73.9826 | 41 East Tolliver Place  | Suite 210  | DEXA CALST DEXABMD SECA
    New York         | NY | 10025 | 40.7986 | -73.9665 | 2660 Fenwick Avenue     |            | VO2 BODPOD RMR
    Brooklyn         | NY | 11201 | 40.6943 | -73.9903 | 77 Quarrier Street      | Unit B     | CALST VO2 SECA
    Long Island City | NY | 11101 | 40.7472 | -73.9397 | 23-09 Almery Road       |            | DEXA HYDROSTATIC VO2
    Staten Island    | NY | 10301 | 40.6437 | -74.0736 | 305 Bellhaven Terrace   |            | DEXA SECA*note
    Garden City      | NY | 11530 | 40.7266 | -73.6343 | 910 Hollins Boulevard   | Suite 6    | BODPOD HYDROSTATIC CALST*calendar
    White Plains     | NY | 10601 | 41.0337 | -73.7650 | 52 Merrow Avenue        |            | DEXABMD DEXA*empty
    Jersey City      | NJ | 07302 | 40.7197 | -74.0466 | 180 Harrowgate Street   | Floor 2    | DEXA*note CALST*note
    Newark           | NJ | 07102 | 40.7357 | -74.1724 | 14 Pemberly Plaza       |            | CALST VO2*calendar
    Princeton        | NJ | 08540 | 40.3573 | -74.6672 | 600 Old Sorrel Road     | Building C | DEXA*dst CALST*dst VO2*note
    Stamford         | CT | 06901 | 41.0534 | -73.5387 | 29 Wexcombe Street      |            | DEXA VO2*dst CALST*empty
    New Haven        | CT | 06510 | 41.3083 | -72.9279 | 88 Linden Court         |            | RMR DEXABMD
    Philadelphia     | PA | 19103 | 39.9526 | -75.1740 | 1921 Carrow Street      | Suite 300  | DEXA CALST VO2 BODPOD
    Albany           | NY | 12207 | 42.6526 | -73.7562 | 240 Stanbury Street     |            | DEXA CALST
    Boston           | MA | 02116 | 42.3503 | -71.0810 | 33 Averley Street       | Suite 12   | DEXA CALST VO2*note
    Cambridge        | MA | 02139 | 42.3647 | -71.1042 | 415 Thornby Avenue      |            | BODPOD RMR SECA
    Providence       | RI | 02903 | 41.8240 | -71.4128 | 61 Copperleaf Street    |            | DEXA DEXABMD
    Burlington       | VT | 05401 | 44.4759 | -73.2121 | 7 Millrace Lane         |            | VO2 HYDROSTATIC
    Pittsburgh       | PA | 15222 | 40.4482 | -79.9950 | 505 Ironvale Avenue     | Suite 8    | DEXA CALST
    Baltimore        | MD | 21202 | 39.2964 | -76.6083 | 122 Saltmarsh Street    |            | CALST RMR
    Bethesda         | MD | 20814 | 38.9847 | -77.0947 | 4800 Ridgefall Road     | Floor 3    | DEXA*note VO2 SECA
    Washington       | DC | 20036 | 38.9072 | -77.0413 | 1744 Ellery Street NW   | Suite 500  | DEXA CALST*note DEXABMD
    Richmond         | VA | 23220 | 37.5497 | -77.4584 | 218 Tobin Street        |            | DEXA BODPOD
    Raleigh          | NC | 27601 | 35.7740 | -78.6340 | 95 Oakhollow Street     |            | VO2 DEXA*empty
    Charlotte        | NC | 28202 | 35.2272 | -80.8431 | 330 South Verrin Street | Suite 120  | CALST DEXA
    Atlanta          | GA | 30309 | 33.7900 | -84.3880 | 1250 Peverell Avenue NE |            | DEXA CALST VO2 DEXABMD
    Jacksonville     | FL | 32202 | 30.3299 | -81.6590 | 46 Heron Street         |            | CALST SECA
    Orlando          | FL | 32801 | 28.5421 | -81.3790 | 700 Lake Marlow Drive   |            | DEXA RMR
    Tampa            | FL | 33602 | 27.9506 | -82.4572 | 211 Brightwater Street  | Suite 4    | DEXA*dst VO2
    Miami            | FL | 33131 | 25.7660 | -80.1893 | 900 Calder Bay Drive    | Floor 11   | DEXA CALST*note BODPOD
    Cleveland        | OH | 44113 | 41.4840 | -81.6960 | 1300 Foundry Row        |            | CALST VO2
    Columbus         | OH | 43215 | 39.9650 | -83.0020 | 85 North Ashlar Street  |            | DEXA HYDROSTATIC`,
  'America/Detroit': `
    Detroit          | MI | 48226 | 42.3310 | -83.0480 | 640 Garland Avenue      | Suite 900  | DEXA CALST*dst
    Ann Arbor        | MI | 48104 | 42.2681 | -83.7313 | 19 Fieldstone Court     |            | VO2 BODPOD SECA`,
  'America/Indiana/Indianapolis': `
    Indianapolis     | IN | 46204 | 39.7716 | -86.1570 | 402 West Corwin Street  |            | DEXA CALST RMR`,
  'America/Kentucky/Louisville': `
    Louisville       | KY | 40202 | 38.2527 | -85.7513 | 73 Bridle Street        |            | DEXA DEXABMD*calendar`,
  'America/Chicago': `
    Chicago          | IL | 60611 | 41.8947 | -87.6210 | 455 North Selwyn Street | Floor 6    | DEXA CALST VO2 DEXABMD RMR
    Chicago          | IL | 60614 | 41.9227 | -87.6533 | 2145 Marlott Avenue     |            | BODPOD HYDROSTATIC SECA
    Milwaukee        | WI | 53202 | 43.0503 | -87.9000 | 130 Kestrel Street      |            | DEXA VO2
    Minneapolis      | MN | 55401 | 44.9850 | -93.2700 | 27 Northgate Avenue     | Suite 15   | DEXA CALST*note
    Omaha            | NE | 68102 | 41.2587 | -95.9378 | 512 Prairie Court       |            | DEXA SECA
    Kansas City      | MO | 64105 | 39.1050 | -94.5890 | 909 Wyncote Street      |            | CALST VO2
    St. Louis        | MO | 63101 | 38.6310 | -90.1920 | 316 Levee Row           |            | DEXA CALST
    Nashville        | TN | 37203 | 36.1500 | -86.7900 | 1808 Harmon Place       | Suite 2    | DEXA VO2 RMR
    Birmingham       | AL | 35203 | 33.5186 | -86.8104 | 64 Redmont Avenue       |            | CALST DEXABMD
    New Orleans      | LA | 70130 | 29.9400 | -90.0700 | 221 Cypress Row         |            | DEXA CALST*empty
    Oklahoma City    | OK | 73102 | 35.4710 | -97.5190 | 150 Redbud Street       |            | DEXA BODPOD
    Dallas           | TX | 75201 | 32.7876 | -96.7990 | 2400 Brannock Street    | Suite 310  | DEXA CALST VO2
    Houston          | TX | 77002 | 29.7589 | -95.3677 | 1010 Fairlane Street    | Floor 5    | DEXA*note CALST SECA
    San Antonio      | TX | 78205 | 29.4241 | -98.4936 | 118 Mission Court       |            | DEXA RMR
    Austin           | TX | 78701 | 30.2711 | -97.7437 | 607 Juniper Street      |            | DEXA VO2*dst HYDROSTATIC`,
  'America/Denver': `
    Denver           | CO | 80202 | 39.7490 | -104.9960 | 1630 Summerlin Street  | Suite 700  | DEXA CALST VO2*dst DEXABMD
    Boulder          | CO | 80302 | 40.0176 | -105.2797 | 28 Flagstone Avenue    |            | VO2 RMR BODPOD HYDROSTATIC
    Salt Lake City   | UT | 84101 | 40.7563 | -111.8990 | 245 South Garnet Street |           | DEXA VO2*calendar
    Albuquerque      | NM | 87102 | 35.0844 | -106.6504 | 410 Adobe Court NW     |            | DEXA CALST
    Bozeman          | MT | 59715 | 45.6770 | -111.0429 | 12 Timberline Way      |            | VO2 BODPOD*note RMR`,
  'America/Boise': `
    Boise            | ID | 83702 | 43.6166 | -116.2023 | 81 Camas Street        |            | DEXA SECA`,
  'America/Phoenix': `
    Phoenix          | AZ | 85004 | 33.4510 | -112.0690 | 320 East Palo Street   | Suite 101  | DEXA CALST VO2
    Scottsdale       | AZ | 85251 | 33.4942 | -111.9261 | 7100 Ocotillo Drive    |            | DEXA*note BODPOD SECA
    Tucson           | AZ | 85701 | 32.2217 | -110.9700 | 55 Mesquite Row        |            | CALST RMR`,
  'America/Los_Angeles': `
    Los Angeles      | CA | 90017 | 34.0530 | -118.2640 | 830 Wilmarth Avenue    | Floor 9    | DEXA CALST VO2*dst DEXABMD
    Santa Monica     | CA | 90401 | 34.0150 | -118.4950 | 1411 Breaker Street    |            | DEXA VO2 RMR SECA
    San Diego        | CA | 92101 | 32.7195 | -117.1628 | 540 Harborlight Street | Suite 22   | DEXA CALST BODPOD
    San Francisco    | CA | 94105 | 37.7890 | -122.3940 | 70 Tidewater Street    | Floor 3    | DEXA CALST*note VO2
    San Jose         | CA | 95113 | 37.3337 | -121.8907 | 265 Orchardgate Avenue |            | DEXA HYDROSTATIC
    Sacramento       | CA | 95814 | 38.5804 | -121.4922 | 1120 Delta Street      |            | CALST DEXA*calendar
    Las Vegas        | NV | 89101 | 36.1720 | -115.1410 | 608 Silverton Court    |            | DEXA CALST
    Portland         | OR | 97205 | 45.5200 | -122.6900 | 919 SW Alderman Street |            | DEXA VO2 BODPOD
    Seattle          | WA | 98101 | 47.6101 | -122.3344 | 1505 Cascadia Avenue   | Suite 410  | DEXA CALST VO2 DEXABMD
    Spokane          | WA | 99201 | 47.6632 | -117.4250 | 34 Basalt Street       |            | HYDROSTATIC DEXABMD RMR`,
  'America/Anchorage': `
    Anchorage        | AK | 99501 | 61.2163 | -149.8760 | 710 Fireweed Row       |            | VO2 BODPOD SECA`,
  'Pacific/Honolulu': `
    Honolulu         | HI | 96813 | 21.3140 | -157.8560 | 1003 Palani Street     | Suite 40   | DEXA CALST VO2*note`,
  'America/Toronto': `
    Toronto          | ON | M5V 2T6 | 43.6430 | -79.3990 | 260 Queensgate Street West | Suite 5 | DEXA CALST VO2
    Montreal         | QC | H3B 1A7 | 45.5030 | -73.5690 | 1180 rue des Saules        |         | DEXA*note VO2`,
  'America/Winnipeg': `
    Winnipeg         | MB | R3C 0V8 | 49.8910 | -97.1430 | 88 Portmere Avenue         |         | DEXA RMR`,
  'America/Edmonton': `
    Calgary          | AB | T2P 1J9 | 51.0460 | -114.0650 | 615 Bowline Avenue SW     | Floor 7 | DEXA CALST`,
  'America/Vancouver': `
    Vancouver        | BC | V6B 1A1 | 49.2810 | -123.1160 | 402 Cambrook Street       |         | DEXA VO2 BODPOD`,
  'America/St_Johns': `
    St. John's       | NL | A1C 5M2 | 47.5640 | -52.7090 | 15 Lantern Hill Road       |         | DEXA*dst SECA`,
};
