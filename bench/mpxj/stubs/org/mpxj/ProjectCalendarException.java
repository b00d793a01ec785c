package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class ProjectCalendarException {}
